import { z } from 'zod'
import type { FilmLimits } from '../meta/film-fetch'
import { graphBoolean, graphId, graphObjects } from '../meta/parameters'

/** Versions of the Graph API that answer; v21.0 goes in January 2027. */
export const versions = ['v21.0', 'v22.0', 'v23.0', 'v24.0', 'v25.0']

export const limits = {
  messageMax: 63_206,
  imageBytesMax: 10 * 1024 * 1024,
  imageFormats: ['jpeg', 'bmp', 'png', 'gif', 'tiff'],
  reelsPerDay: 30,
}

const gigabyte = 1024 * 1024 * 1024
export const filmLimits: Record<'video' | 'reel' | 'story', FilmLimits> = {
  video: { bytesMax: gigabyte, seconds: { min: 1, max: 4 * 3_600 } },
  reel: {
    bytesMax: gigabyte,
    seconds: { min: 3, max: 90 },
    framesPerSecond: { min: 24, max: 60 },
    width: { min: 540 },
    height: { min: 960 },
    ratio: { min: 9 / 16, max: 9 / 16 },
  },
  story: { bytesMax: gigabyte, seconds: { min: 1, max: 60 } },
}

const link = z.url({ protocol: /^https?$/ })

export const FeedParameters = z.strictObject({
  message: z.string().optional(),
  link: link.optional(),
  published: graphBoolean.optional(),
  attached_media: graphObjects(z.strictObject({ media_fbid: graphId })).optional(),
  fields: z.string().min(1).optional(),
})
export type FeedParameters = z.infer<typeof FeedParameters>

export const PhotoParameters = z.strictObject({
  url: z.string().min(1),
  caption: z.string().optional(),
  message: z.string().optional(),
  alt_text_custom: z.string().optional(),
  published: graphBoolean.optional(),
  fields: z.string().min(1).optional(),
})

export const VideoParameters = z.strictObject({
  file_url: z.string().min(1),
  description: z.string().optional(),
  title: z.string().optional(),
  published: graphBoolean.optional(),
})

/** Reels and stories with a film: one address for all phases. */
export const PhasedVideoParameters = z.strictObject({
  upload_phase: z.enum(['start', 'finish']),
  video_id: graphId.optional(),
  video_state: z.enum(['PUBLISHED', 'DRAFT', 'SCHEDULED']).optional(),
  description: z.string().optional(),
  title: z.string().optional(),
})
