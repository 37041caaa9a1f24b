import { z } from 'zod'
import type { Refusal } from '../../http/call'
import { type GraphError, graphPresets, refuse } from '../meta/errors'
import type { VideoLimits, VideoProblem } from '../meta/fetch-video'
import { graphBoolean, graphId } from '../meta/nodes'

/** Supported versions of the Graph API. v21.0 ends in January 2027. */
export const versions = ['v21.0', 'v22.0', 'v23.0', 'v24.0', 'v25.0']

export const limits = {
  messageMax: 63_206,
  imageBytesMax: 10 * 1024 * 1024,
  imageFormats: ['jpeg', 'bmp', 'png', 'gif', 'tiff'],
  reelsPerDay: 30,
}

const bytesMax = 1024 * 1024 * 1024
export const videoLimits: Record<'video' | 'reel' | 'story', VideoLimits> = {
  video: { bytesMax, seconds: { min: 1, max: 4 * 3_600 } },
  reel: {
    bytesMax,
    seconds: { min: 3, max: 90 },
    framesPerSecond: { min: 24, max: 60 },
    width: { min: 540 },
    height: { min: 960 },
    ratio: { min: 9 / 16, max: 9 / 16 },
  },
  story: { bytesMax, seconds: { min: 1, max: 60 } },
}

const text = z.string().optional()

export const FeedParameters = z.strictObject({
  message: text,
  link: z.url({ protocol: /^https?$/ }).optional(),
  attached_media: z.array(z.strictObject({ media_fbid: graphId })).optional(),
})

export const PhotoParameters = z.strictObject({
  url: z.string().min(1),
  caption: text,
  alt_text_custom: text,
  published: graphBoolean.optional(),
})

export const VideoParameters = z.strictObject({
  file_url: z.string().min(1),
  description: text,
  published: z.literal(true).optional(),
})

/** Reels and video stories: one path for all phases. */
export const PhasedVideoParameters = z.strictObject({
  upload_phase: z.enum(['start', 'finish']),
  video_id: graphId.optional(),
  video_state: z.literal('PUBLISHED').optional(),
  description: text,
})

const table = {
  photoUnusable: {
    code: 100,
    subcode: 1366046,
    message:
      "Your photos couldn't be uploaded. Photos should be smaller than 4 MB and saved as JPG, PNG, GIF, TIFF or BMP files.",
  },
  photoMissing: { code: 324, subcode: 2069019, message: '(#324) Missing or invalid image file' },
  photoUsed: { code: 100, subcode: 1366051, message: 'These photos were already posted.' },
  videoNotUploaded: {
    code: 6000,
    subcode: 1363130,
    message: '(#6000) There was a problem uploading your video file. Please try again.',
  },
  videoPublished: { code: 6000, subcode: 1363041, message: '(#6000) The video was published already.' },
  tooManyReels: {
    code: 613,
    subcode: 1996,
    message: '(#613) Calls to this api have exceeded the rate limit: 30 reels within 24 hours.',
    isTransient: true,
  },
} satisfies Record<string, GraphError>

export const refusal = (name: keyof typeof table): Refusal => refuse(table[name])

export const videoErrors: Record<VideoProblem, string> = {
  unreachable: 'The video file could not be fetched from its URL.',
  timeout: 'Fetching the video file took too long.',
  no_ranges: 'The host of the video file does not support range requests.',
  wrong_type: 'The URL of the video file does not return a video.',
  too_large: 'The video file is too large.',
  not_a_video: 'The video file is corrupt or not a video.',
  codec: 'The video or audio codec is not supported.',
  index_at_end: 'The video file cannot be streamed.',
  duration: 'The duration of the video is not supported.',
  frame_rate: 'The frame rate of the video is not supported.',
  dimensions: 'The resolution of the video is too low.',
  ratio: 'The aspect ratio of the video is not supported.',
  bit_rate: 'The bit rate of the video is not supported.',
}

export const presets = graphPresets({
  permission: {
    status: 403,
    code: 200,
    message: '(#200) The permission(s) pages_manage_posts are not available. It has to be granted before the call.',
  },
  review: { code: 368, subcode: 1404102, message: 'This goes against our community standards.' },
  media: table.photoUnusable,
})
