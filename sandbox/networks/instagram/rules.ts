import { z } from 'zod'
import type { Refusal } from '../../http/call'
import { type GraphError, graphPresets, refuse } from '../meta/errors'
import type { VideoLimits, VideoProblem } from '../meta/fetch-video'
import { graphBoolean, graphList } from '../meta/nodes'

/** Supported versions of the Graph API. v21.0 ends in January 2027. */
export const versions = ['v21.0', 'v22.0', 'v23.0', 'v24.0', 'v25.0']

export const limits = {
  captionMax: 2_200,
  hashtagsMax: 30,
  mentionsMax: 20,
  altTextMax: 1_000,
  carousel: { min: 2, max: 10 },
  imageBytesMax: 8 * 1024 * 1024,
  imageWidthMin: 320,
  /** Width divided by height. The tolerance is for rounding. */
  ratio: { min: 4 / 5, max: 1.91, tolerance: 0.005 },
  postsPerDay: 100,
  containersPerDay: 400,
}

const video = {
  seconds: { min: 3, max: 900 },
  framesPerSecond: { min: 23, max: 60 },
  width: { max: 1_920 },
  bitsPerSecondMax: 25_000_000,
  bytesMax: 300 * 1024 * 1024,
  ratio: { min: 0.01, max: 10 },
  isFastStartOnly: true,
}
export const videoLimits: Record<'reel' | 'story' | 'item', VideoLimits> = {
  reel: video,
  item: video,
  story: { ...video, bytesMax: 100 * 1024 * 1024, seconds: { min: 3, max: 60 }, ratio: { min: 0.1, max: 10 } },
}

export const ContainerParameters = z.strictObject({
  image_url: z.string().min(1).optional(),
  video_url: z.string().min(1).optional(),
  cover_url: z.string().min(1).optional(),
  share_to_feed: graphBoolean.optional(),
  media_type: z.string().optional(),
  caption: z.string().optional(),
  alt_text: z.string().optional(),
  is_carousel_item: graphBoolean.optional(),
  children: graphList.optional(),
})
export type ContainerParameters = z.infer<typeof ContainerParameters>

const hashtag = /#[\p{L}\p{N}_]+/gu
const mention = /(?<![\p{L}\p{N}_.])@[\w.]+/gu

/** Too many characters, hashtags or mentions. Instagram has one error for all three. */
export const isCaptionInvalid = (caption: string): boolean =>
  [...caption].length > limits.captionMax ||
  (caption.match(hashtag)?.length ?? 0) > limits.hashtagsMax ||
  (caption.match(mention)?.length ?? 0) > limits.mentionsMax

/** Instagram's publishing errors: code, subcode, title and message. */
const table = {
  downloadTimeout: [-2, 2207003, 'Timeout', 'It took too long to download the media.'],
  imageTooLarge: [
    36000,
    2207004,
    'Image size too large',
    'The image is too large to download. It should be less than 8 MiB.',
  ],
  imageFormat: [
    36001,
    2207005,
    'Image format not supported',
    'The image format is not supported. Supported formats are: JPEG.',
  ],
  aspectRatio: [36003, 2207009, 'Invalid aspect ratio', 'The aspect ratio must be between 4:5 and 1.91:1.'],
  caption: [
    36004,
    2207010,
    'The caption is too long',
    'A caption holds 2,200 characters, 30 hashtags and 20 mentions.',
  ],
  containerMissing: [24, 2207008, 'Media builder not found', 'The media container does not exist or has expired.'],
  mediaMissing: [24, 2207006, 'Media not found', 'The media does not exist or you may not use it.'],
  mediaType: [100, 2207023, 'Unknown media type', 'The media type is unknown.'],
  carouselSize: [100, 2207028, 'Carousel size', 'A carousel needs between 2 and 10 items.'],
  quota: [
    9,
    2207042,
    'Publishing limit reached',
    'You have reached the number of posts that may be published in 24 hours.',
  ],
  spam: [4, 2207051, 'Action blocked', 'We restrict certain activity to protect our community.'],
  fetch: [9004, 2207052, 'Media download failed', 'The media could not be fetched from this URI.'],
  notReady: [9007, 2207027, 'Media not ready', 'The media is not ready to be published. Wait a moment.'],
} satisfies Record<string, [code: number, subcode: number, title: string, message: string]>

function errorOf(name: keyof typeof table): GraphError {
  const [code, subcode, userTitle, message] = table[name]
  return { code, subcode, userTitle, userMessage: message, message }
}

export const refusal = (name: keyof typeof table): Refusal => refuse(errorOf(name))

/** Videos are fetched after the response, so their errors are subcodes in the container's status. */
const videoErrors: Partial<Record<VideoProblem, string>> = {
  unreachable: '2207076',
  timeout: '2207003',
  no_ranges: '2207077',
  wrong_type: '2207077',
  too_large: '2207082',
}
export const videoError = (problem: VideoProblem): string => videoErrors[problem] ?? '2207026'

export const presets = graphPresets({ content: errorOf('caption'), review: errorOf('spam'), media: errorOf('fetch') })
