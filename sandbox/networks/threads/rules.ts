import { z } from 'zod'
import type { Refusal } from '../../http/call'
import { graphPresets, refuse } from '../meta/errors'
import type { VideoLimits, VideoProblem } from '../meta/fetch-video'
import { graphBoolean, graphId, graphList } from '../meta/nodes'

export const versions = ['v1.0']

export const limits = {
  textMax: 500,
  altTextMax: 1_000,
  carousel: { min: 2, max: 20 },
  imageBytesMax: 8 * 1024 * 1024,
  imageFormats: ['jpeg', 'png'],
  imageWidthMin: 320,
  /** Longer side divided by shorter side. */
  ratioMax: 10,
  postsPerDay: 250,
  repliesPerDay: 1_000,
}

export const videoLimits: VideoLimits = {
  bytesMax: 1024 * 1024 * 1024,
  seconds: { min: 0, max: 300 },
  framesPerSecond: { min: 23, max: 60 },
  width: { max: 1_920 },
  bitsPerSecondMax: 100_000_000,
  isFastStartOnly: true,
}

export const ContainerParameters = z.strictObject({
  media_type: z.enum(['TEXT', 'IMAGE', 'VIDEO', 'CAROUSEL']),
  text: z.string().optional(),
  image_url: z.string().min(1).optional(),
  video_url: z.string().min(1).optional(),
  alt_text: z.string().optional(),
  is_carousel_item: graphBoolean.optional(),
  children: graphList.optional(),
  reply_to_id: graphId.optional(),
  link_attachment: z.url({ protocol: /^https?$/ }).optional(),
})
export type ContainerParameters = z.infer<typeof ContainerParameters>

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Threads counts an emoji by its UTF-8 bytes, and everything else by code points. */
export function countText(text: string): number {
  let count = 0
  for (const { segment } of graphemes.segment(text)) {
    const isEmoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u.test(segment)
    count += isEmoji ? Buffer.byteLength(segment) : [...segment].length
  }
  return count
}

const textTooLong = { code: 100, message: `(#100) Param text must be at most ${limits.textMax} characters long.` }
const fetchFailed = { code: 9004, subcode: 2207052, message: 'The media could not be fetched from this URI.' }
const downloadTimeout = { code: -2, subcode: 2207003, message: 'It took too long to download the media.' }
const table = { textTooLong, fetchFailed, downloadTimeout }

export const refusal = (name: keyof typeof table): Refusal => refuse(table[name])

/** The same error for a missing, unfinished, expired and already published container. */
export const containerUnavailable = (id: string): Refusal =>
  refuse({
    code: 24,
    subcode: 4279009,
    message: 'The requested resource does not exist',
    userTitle: 'Media not found',
    userMessage: `The media with id ${id} cannot be found.`,
  })

export const quotaReached = (kind: 'posts' | 'replies'): Refusal =>
  refuse({ code: 9, subcode: 2207042, message: `You have reached the number of ${kind} for 24 hours.` })

/** Videos are fetched after the response, so their errors are in the container's status. */
const videoErrors: Partial<Record<VideoProblem, string>> = {
  unreachable: 'FAILED_DOWNLOADING_VIDEO',
  timeout: 'FAILED_DOWNLOADING_VIDEO',
  no_ranges: 'FAILED_DOWNLOADING_VIDEO',
  wrong_type: 'FAILED_DOWNLOADING_VIDEO',
  duration: 'INVALID_DURATION',
  frame_rate: 'INVALID_FRAME_RATE',
  // Meta's spelling.
  ratio: 'INVALID_ASPEC_RATIO',
  bit_rate: 'INVALID_BIT_RATE',
}
export const videoError = (problem: VideoProblem): string => videoErrors[problem] ?? 'FAILED_PROCESSING_VIDEO'

export const presets = graphPresets({
  content: textTooLong,
  review: { code: 4, subcode: 4279013, message: 'The action is restricted to protect the community.' },
  media: fetchFailed,
})
