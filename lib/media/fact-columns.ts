import type { MediaFacts } from '@/lib/media-files/media-facts'

/** The columns of `assets` that describe the bytes. */
export const factColumns = ({ mime, bytes, width, height, durationSeconds, sha256 }: MediaFacts) => ({
  mime_type: mime,
  file_size: bytes,
  width,
  height,
  duration_seconds: durationSeconds,
  sha256,
})
