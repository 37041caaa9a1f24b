import { z } from 'zod'
import type { FilmLimits } from '../meta/film-fetch'
import { graphBoolean, graphId, graphList, graphNumber, graphObjects, parseJson } from '../meta/parameters'

/** Versions of the Graph API that answer; v21.0 goes in January 2027. */
export const versions = ['v21.0', 'v22.0', 'v23.0', 'v24.0', 'v25.0']

export const limits = {
  captionMax: 2_200,
  hashtagsMax: 30,
  mentionsMax: 20,
  altTextMax: 1_000,
  collaboratorsMax: 3,
  userTagsMax: 20,
  carousel: { min: 2, max: 10 },
  imageBytesMax: 8 * 1024 * 1024,
  imageWidthMin: 320,
  /** Width divided by height. A pixel of rounding is forgiven. */
  ratio: { min: 4 / 5, max: 1.91, tolerance: 0.005 },
  postsPerDay: 100,
  containersPerDay: 400,
  /** How long a story is seen. */
  storyMs: 24 * 60 * 60 * 1_000,
}

const film = {
  seconds: { min: 3, max: 900 },
  framesPerSecond: { min: 23, max: 60 },
  width: { max: 1_920 },
  bitsPerSecondMax: 25_000_000,
  isFastStartOnly: true,
}
export const filmLimits: Record<'reel' | 'story' | 'item', FilmLimits> = {
  reel: { ...film, bytesMax: 300 * 1024 * 1024, ratio: { min: 0.01, max: 10 } },
  item: { ...film, bytesMax: 300 * 1024 * 1024, ratio: { min: 0.01, max: 10 } },
  story: { ...film, bytesMax: 100 * 1024 * 1024, seconds: { min: 3, max: 60 }, ratio: { min: 0.1, max: 10 } },
}

const tag = z.strictObject({ username: z.string().min(1), x: z.number().min(0).max(1), y: z.number().min(0).max(1) })

const trialParameters = z.preprocess(
  (value) => (typeof value === 'string' ? parseJson(value) : value),
  z.strictObject({ graduation_strategy: z.enum(['MANUAL', 'SS_PERFORMANCE']) }),
)

export const ContainerParameters = z.strictObject({
  image_url: z.string().min(1).optional(),
  video_url: z.string().min(1).optional(),
  cover_url: z.string().min(1).optional(),
  /** Milliseconds into the film, of the picture that stands for it. */
  thumb_offset: graphNumber.optional(),
  share_to_feed: graphBoolean.optional(),
  audio_name: z.string().optional(),
  trial_params: trialParameters.optional(),
  media_type: z.string().optional(),
  caption: z.string().optional(),
  alt_text: z.string().optional(),
  is_carousel_item: graphBoolean.optional(),
  children: graphList.optional(),
  user_tags: graphObjects(tag).optional(),
  location_id: graphId.optional(),
  collaborators: graphList.optional(),
  is_ai_generated: graphBoolean.optional(),
  is_paid_partnership: graphBoolean.optional(),
  branded_content_sponsor_ids: graphList.optional(),
})
export type ContainerParameters = z.infer<typeof ContainerParameters>

export const PublishParameters = z.strictObject({ creation_id: graphId })

const isHashtag = /#[\p{L}\p{N}_]+/gu
const isMention = /(?<![\p{L}\p{N}_.])@[\w.]+/gu

/** Too long, too many hashtags or too many mentions: Instagram has one code for all three. */
export function isCaptionTooMuch(caption: string): boolean {
  return (
    [...caption].length > limits.captionMax ||
    (caption.match(isHashtag)?.length ?? 0) > limits.hashtagsMax ||
    (caption.match(isMention)?.length ?? 0) > limits.mentionsMax
  )
}
