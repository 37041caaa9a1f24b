/** GIF is a separate kind because most networks treat it differently. */
export type MediaKind = 'image' | 'gif' | 'video'

/** Facts read from the bytes of a file, not from its name or `Content-Type`. */
export type MediaFacts = {
  mime: string
  bytes: number
  /** After EXIF rotation. Null if unknown. */
  width: number | null
  height: number | null
  /** EXIF: 1 is upright, 2 to 8 are rotated or mirrored. Videos: 1, or 6, 3, 8 for 90, 180 and 270 degrees. */
  orientation: number
  /** Null for still images. */
  durationSeconds: number | null
  /** `avc`, `hevc`, `vp9`, `av1` …; null for images. */
  videoCodec: string | null
  /** `aac`, `mp3`, `opus` …; null without audio. */
  audioCodec: string | null
  framesPerSecond: number | null
  /** Frames of an animation; 1 for a still image, null for videos. */
  frames: number | null
  hasAudio: boolean
  isAnimated: boolean
  /** Videos: whether the index comes before the frames, so that playback can start before the download ends. */
  moovFirst: boolean | null
  /** Whether an image contains a GPS location. */
  hasLocation: boolean
  /** Empty when only parts of the file were read (`lib/renditions/inspect.ts`). */
  sha256: string
}

/** Media kind of the file. A GIF with one frame is an image. */
export const kindOf = ({ mime, isAnimated }: MediaFacts): MediaKind =>
  mime.startsWith('video/') ? 'video' : mime === 'image/gif' && isAnimated ? 'gif' : 'image'
