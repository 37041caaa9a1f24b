import { z } from 'zod'
import { graphBoolean, graphId, graphList, graphObjects } from '../meta/parameters'

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
  /** Width divided by height. A pixel of rounding is forgiven. */
  ratio: { min: 4 / 5, max: 1.91, tolerance: 0.005 },
  postsPerDay: 100,
  containersPerDay: 400,
}

const tag = z.strictObject({ username: z.string().min(1), x: z.number().min(0).max(1), y: z.number().min(0).max(1) })

export const ContainerParameters = z.strictObject({
  image_url: z.string().min(1).optional(),
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
