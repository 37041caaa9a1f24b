import type { PostType } from '@/lib/story-content'
import type { MediaFix, PostMedia } from '../channel'

/** Media rules as data. This folder has no Node or HTTP imports, so the browser can use it. */
export type Range = { min?: number; max?: number }

export type MediaRule = {
  /** The media it applies to, for messages: `story videos`. */
  what: string
  /** Post types; defaults to all. */
  postTypes?: readonly PostType[]
  /** `cover` is the image shown before a video plays. */
  kind: PostMedia['kind'] | 'cover'
  /** MIME types accepted unchanged. */
  types: readonly string[]
  bytes?: Range
  width?: Range
  height?: Range
  /** Width divided by height. */
  ratio?: Range
  /** Width times height. */
  pixels?: Range
  /** Frames of an animation. */
  frames?: Range
  durationSeconds?: Range
  framesPerSecond?: Range
  /** Bits per second. */
  bitsPerSecond?: Range
  videoCodecs?: readonly string[]
  /** The aspect ratio that the network crops to. */
  croppedTo?: number
  /** Videos without audio are accepted. */
  audioCodecs?: readonly string[]
  /** The video's index (moov) must come before its data. */
  moovFirst?: boolean
  /** Readers get the file itself, so it must not contain a location. */
  isServedUnchanged?: boolean
}

export type MediaRules = {
  /** Display name. */
  network: string
  /** The first rule that matches post type and kind applies. No match: no restriction. */
  rules: readonly MediaRule[]
  /** Set if all media of a carousel must have the same ratio: others are `refused`, or `cropped` to the first one's. */
  unequalRatios?: 'refused' | 'cropped'
  /** What a cover is for; defaults to a video. A link has one in posts without media. */
  coverOf?: 'video' | 'link'
}

/** An invisible conversion that makes a network accept a file. */
export type Recipe = {
  /** `fast_start` moves the index of a video to the start; the others re-encode an image. */
  to: 'image/jpeg' | 'image/png' | 'fast_start'
  maxBytes: number | null
  maxPixels: number | null
  maxWidth: number | null
  maxHeight: number | null
}

export const renditionReasons = [
  'type',
  'bytes',
  'pixels',
  'dimensions',
  'orientation',
  'location',
  'moov_first',
] as const
export type RenditionReason = (typeof renditionReasons)[number]

export type MediaVerdict =
  | { state: 'ok' }
  | { state: 'rendition'; recipe: Recipe; reasons: RenditionReason[] }
  | { state: 'refused'; issues: FileIssue[] }

export type FileIssue = { message: string; fix: MediaFix }

/** The first rule for this kind and post type. */
export const ruleFor = (rules: MediaRules, postType: PostType, kind: MediaRule['kind']): MediaRule | undefined =>
  rules.rules.find((rule) => rule.kind === kind && (rule.postTypes?.includes(postType) ?? true))
