import { z } from 'zod'

export const limits = {
  titleMax: 100,
  descriptionMax: 800,
  altTextMax: 500,
  linkMax: 2_048,
  images: { min: 2, max: 5 },
  imageBytesMax: 20 * 1024 * 1024,
  imageFormats: ['jpeg', 'png'],
  boardNameMax: 180,
  film: {
    bytesMax: 2_000_000_000,
    formats: ['mp4', 'mov'],
    seconds: { min: 4, max: 15 * 60 },
    ratio: { min: 0.5, max: 1.91 },
    /** How long the store takes the bytes of a registered upload. */
    uploadMs: 60 * 60 * 1_000,
  },
}

/** Requests a minute, per user and app. */
export const ratesPerMinute = { org_read: 1_000, org_write: 100 }
export const minuteMs = 60_000
/** Requests a day of an app with trial access: all of them, and those that write. */
export const trialPerDay = { org_read: 1_000, org_write: 300 }

const link = z.url({ protocol: /^https?$/ }).max(limits.linkMax)
const described = {
  title: z.string().max(limits.titleMax).nullish(),
  description: z.string().max(limits.descriptionMax).nullish(),
  link: link.nullish(),
}
const encoded = { content_type: z.enum(['image/jpeg', 'image/png']), data: z.base64() }
const several = { index: z.number().int().min(0).optional() }

/** A film shows a picture until it plays: one at an address, one in the request, or a moment of its own. */
const VideoSource = z.strictObject({
  source_type: z.literal('video_id'),
  media_id: z.string().regex(/^\d+$/),
  cover_image_url: z.string().min(1).nullish(),
  cover_image_content_type: z.enum(['image/jpeg', 'image/png']).nullish(),
  cover_image_data: z.base64().nullish(),
  cover_image_key_frame_time: z.number().min(0).nullish(),
  is_standard: z.boolean().optional(),
})
export type VideoSource = z.infer<typeof VideoSource>

export const MediaSource = z.discriminatedUnion('source_type', [
  z.strictObject({ source_type: z.literal('image_url'), url: z.string().min(1), is_standard: z.boolean().optional() }),
  z.strictObject({ source_type: z.literal('image_base64'), ...encoded, is_standard: z.boolean().optional() }),
  z.strictObject({
    source_type: z.literal('multiple_image_urls'),
    items: z
      .array(z.strictObject({ url: z.string().min(1), ...described }))
      .min(limits.images.min)
      .max(limits.images.max),
    ...several,
  }),
  z.strictObject({
    source_type: z.literal('multiple_image_base64'),
    items: z
      .array(z.strictObject({ ...encoded, ...described }))
      .min(limits.images.min)
      .max(limits.images.max),
    ...several,
  }),
  VideoSource,
])
export type MediaSource = z.infer<typeof MediaSource>

const digits = z.string().regex(/^\d+$/)

export const NewPin = z.strictObject({
  board_id: digits,
  board_section_id: digits.nullish(),
  ...described,
  alt_text: z.string().max(limits.altTextMax).nullish(),
  dominant_color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .nullish(),
  note: z.string().nullish(),
  parent_pin_id: digits.nullish(),
  media_source: MediaSource,
})
export type NewPin = z.infer<typeof NewPin>

export const NewBoard = z.strictObject({
  name: z.string().min(1).max(limits.boardNameMax),
  description: z.string().nullish(),
  privacy: z.enum(['PUBLIC', 'PROTECTED', 'SECRET']).optional(),
})

export const NewSection = z.strictObject({ name: z.string().min(1).max(limits.boardNameMax) })

export const NewMedia = z.strictObject({ media_type: z.literal('video') })
