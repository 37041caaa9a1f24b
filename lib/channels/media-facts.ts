import type { PostMedia } from './channel'

/** What a file is by its bytes. What its name or its server says does not count. */
export type MediaFacts = {
  mime: string
  bytes: number
  /** As it is seen: after the orientation that a camera wrote into the file. Null for a file without a picture. */
  width: number | null
  height: number | null
  /** EXIF: 1 stands upright, 2 to 8 are turned or mirrored. Films: 1, or 6, 3, 8 for 90, 180 and 270 degrees. */
  orientation: number
  /** Null for still pictures. */
  durationSeconds: number | null
  /** `avc`, `hevc`, `vp9`, `av1` …; null for pictures. */
  videoCodec: string | null
  /** `aac`, `mp3`, `opus` …; null without sound. */
  audioCodec: string | null
  framesPerSecond: number | null
  /** Pictures of an animation; 1 for a still one, null for films. */
  frames: number | null
  hasAudio: boolean
  isAnimated: boolean
  /** Films: whether the index stands before the pictures, so that a network can begin before it has all of it. */
  moovFirst: boolean | null
  /** A picture that tells where it was taken. */
  hasLocation: boolean
  /** Empty when only parts of the file were read (`lib/renditions/inspect.ts`). */
  sha256: string
}

/** What the bytes make of a slide. A GIF that does not move is a picture. */
export const kindOf = ({ mime, isAnimated }: MediaFacts): PostMedia['kind'] =>
  mime.startsWith('video/') ? 'video' : mime === 'image/gif' && isAnimated ? 'gif' : 'image'
