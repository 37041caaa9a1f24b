import { z } from 'zod'
import type { FilmLimits } from '../meta/film-fetch'
import { graphBoolean, graphId, graphList } from '../meta/parameters'

export const versions = ['v1.0']

export const limits = {
  textMax: 500,
  altTextMax: 1_000,
  carousel: { min: 2, max: 20 },
  imageBytesMax: 8 * 1024 * 1024,
  imageFormats: ['jpeg', 'png'],
  imageWidthMin: 320,
  /** The longer side over the shorter one. */
  ratioMax: 10,
  topicTagMax: 50,
  postsPerDay: 250,
  repliesPerDay: 1_000,
}

export const filmLimits: FilmLimits = {
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
  reply_control: z
    .enum(['everyone', 'accounts_you_follow', 'mentioned_only', 'parent_post_author_only', 'followers_only'])
    .optional(),
  topic_tag: z
    .string()
    .min(1)
    .max(limits.topicTagMax)
    .regex(/^[^.&]+$/, 'a topic tag has no full stop and no ampersand')
    .optional(),
})
export type ContainerParameters = z.infer<typeof ContainerParameters>

export const PublishParameters = z.strictObject({ creation_id: graphId })

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Threads counts an emoji as its bytes in UTF-8 and everything else as one. */
export function countText(text: string): number {
  let count = 0
  for (const { segment } of graphemes.segment(text)) {
    const isEmoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u.test(segment)
    count += isEmoji ? Buffer.byteLength(segment) : [...segment].length
  }
  return count
}
