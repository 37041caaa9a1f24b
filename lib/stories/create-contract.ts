import { z } from 'zod'
import { aliased, instant, projectAlias, projectShape, uuid } from '@/lib/api/contract'
import { channelIds } from '@/lib/channels/ids'
import { characters } from '@/lib/channels/rules'

/**
 * What a caller may say of a story. Bounds here only keep absurd sizes out; what a network allows is checked by its
 * own rules once the post is resolved, because an override may fit where the story itself does not.
 */

export const postTypes = ['single', 'carousel', 'reel', 'story'] as const
export const channel = z.enum(channelIds, { error: `must be one of ${channelIds.join(', ')}` })

const captionText = z.string().max(100_000)
const anyUrl = z.url({
  protocol: /^https?$/,
  error: 'must be an absolute http:// or https:// address',
})
const httpUrl = anyUrl.max(2048, { error: 'must be at most 2048 characters' })
const words = (max: number) => z.string().max(max)

/** Refused for drafts as well (interface, "Limits"). Counted in code points, as Pinterest does. */
const pinterestText = (max: number, what: string, form: z.ZodString | z.ZodURL = z.string()) =>
  form
    .refine((text) => characters(text) <= max, {
      error: ({ input }) =>
        `Pinterest allows ${max} characters in ${what}, and there are ${characters(String(input))}. Take out ${characters(String(input)) - max}.`,
      params: { code: 'channel_limit' },
    })
    .meta({ maxLength: max })

export const Slide = z.strictObject({
  media_url: httpUrl,
  alt_text: words(5_000).nullish(),
  caption_overlay: words(5_000).nullish(),
  swipe_through_url: httpUrl.nullish().meta({ description: 'A link of this slide alone; taps on it are counted.' }),
})

const slides = z.array(Slide).min(1).max(10)
const mediaUrls = z.array(httpUrl).min(1).max(10)
const pin = z.union([z.boolean(), z.strictObject({ pin: z.boolean(), until: instant.nullish() })], {
  error: 'must be true, false, or {pin, until}',
})

const overrideShape = {
  caption: captionText.optional(),
  hashtags: words(5_000).optional(),
  media_urls: mediaUrls.optional(),
  slides: slides.optional(),
  post_type: z.enum(postTypes).optional(),
  pin_to_grid: pin.optional(),
  pin_until_at: instant.nullish(),
  alt_text: words(5_000).optional(),
}
const Override = z.strictObject(overrideShape)

/** For networks on which a chain of replies is a way to post. */
const threadShape = {
  caption_format: z.literal('thread').optional().meta({
    description: 'Splits the caption and posts it as a chain in which each part answers the one before.',
  }),
  thread_separator: z.string().min(1).max(100).optional().meta({ description: 'A blank line when left out.' }),
}

export const ChannelOverrides = z
  .strictObject({
    instagram: Override.extend({
      cover_image_url: httpUrl.optional().meta({ description: 'Shown in place of a reel until it plays.' }),
    }).optional(),
    facebook: Override.optional(),
    x: Override.extend(threadShape).optional(),
    linkedin: Override.extend({
      cover_image_url: httpUrl
        .optional()
        .meta({ description: 'The picture of a link; a post without media shows it.' }),
    }).optional(),
    pinterest: Override.extend({
      board_id: z.string().min(1).max(200).optional(),
      board_section_id: z.string().min(1).max(200).optional(),
      title: pinterestText(100, 'the title').optional(),
      description: pinterestText(800, 'the description').optional(),
      link: pinterestText(2_048, 'the link', anyUrl)
        .optional()
        .meta({ description: 'Wrapped with UTM values when the story has a `utm_campaign`.' }),
      alt_text: pinterestText(500, 'the alt text').optional(),
      cover_image_url: httpUrl.optional().meta({ description: 'Needed for a video pin.' }),
    }).optional(),
    ghost: Override.extend({
      title: words(500).optional().meta({ description: 'Else the story’s title, or the first line of the caption.' }),
      status: z.enum(['draft', 'published']).optional().meta({
        description: '`draft` leaves the post at the site for somebody to publish; it then counts as posted.',
      }),
      canonical_url: httpUrl.optional().meta({ description: 'Where the text stood first, for search engines.' }),
      excerpt: words(5_000).optional().meta({ description: 'Shown in lists; else the beginning of the text.' }),
      visibility: z.enum(['public', 'members', 'paid']).optional().meta({ description: '`public` when left out.' }),
      cover_image_url: httpUrl.optional().meta({ description: 'Shown in place of a film until it plays.' }),
    }).optional(),
    threads: Override.extend(threadShape).optional(),
  })
  .meta({ description: 'By channel. A member left out falls back to the story’s.' })

export const connectionCheck = z.enum(['skip', 'warn']).optional().meta({
  description: 'Left out, a missing or expired connection is refused; `warn` lets it through with a warning.',
})
export const lintCheck = z
  .enum(['enforce', 'warn', 'skip'])
  .optional()
  .meta({ description: '`enforce` when left out.' })

/** The three members that say when. */
export const timeShape = {
  scheduled_at: instant.nullish().meta({ description: 'At most 5 minutes in the past, which publishes at once.' }),
  scheduled_at_local: z
    .string()
    .regex(
      /^\d{4}-\d\d-\d\dT\d\d:\d\d(:[0-5]\d(\.\d{1,9})?)?$/,
      'must be a local time without an offset, e.g. 2026-05-01T09:00; a time with an offset goes into scheduled_at',
    )
    .nullish(),
  timezone: z.string().min(1).max(100).nullish().meta({ description: 'IANA name. The project’s zone when left out.' }),
}
/** What becomes of channels with a time of their own when their story gets another. */
export const shiftOwnTimes = z
  .boolean()
  .optional()
  .meta({
    description:
      'With a new time: channels with a time of their own go as far as the story does, by the clock in the project’s zone, ' +
      'and keep their distance from it. Left out, all channels go out at the new time.',
  })
export const timeAlias = { scheduledAt: 'scheduled_at' } as const

/** Members that a story keeps and that an edit may change. Null clears what can be empty. */
export const contentShape = {
  title: words(500).nullish(),
  hashtags: words(5_000).nullish().meta({ description: 'Separated by spaces; `#` is added where it is missing.' }),
  media_url: httpUrl.nullish(),
  media_urls: mediaUrls.nullish().meta({ description: 'The short form of `slides`.' }),
  slides: slides.nullish(),
  post_type: z.enum(postTypes).nullish().meta({ description: '`carousel` from two slides on, else `single`.' }),
  channel_overrides: ChannelOverrides.nullish(),
  pin_to_grid: pin.nullish().meta({ description: 'Instagram only. `true` pins for good.' }),
  pin_until_at: instant.nullish(),
  comment_ask: words(5_000)
    .nullish()
    .meta({ description: 'Goes to the end of the caption unless it is there already.' }),
  comment_ask_mode: z.enum(['append', 'metadata']).nullish(),
  destination_url: httpUrl.nullish(),
  utm_campaign: words(500).nullish(),
  utm_content: words(500).nullish(),
  utm_term: words(500).nullish(),
  content_type: words(100).nullish().meta({ description: 'Key of a content pillar.' }),
  template_id: uuid.nullish(),
  connection_check: connectionCheck,
  lint_check: lintCheck,
}

export const channelList = z.array(channel).min(1).max(channelIds.length)
const filledCaption = captionText.refine((text) => text.trim() !== '', 'must not be empty')

const createAliases = { ...projectAlias, ...timeAlias }

export const CreateStory = aliased(
  {
    ...projectShape,
    caption: filledCaption,
    channels: channelList.default(['instagram']),
    ...contentShape,
    ...timeShape,
  },
  createAliases,
)
export type CreateStory = z.output<typeof CreateStory>

export const EditStory = aliased(
  {
    ...projectShape,
    caption: filledCaption.optional(),
    channels: channelList.optional(),
    ...contentShape,
    ...timeShape,
    shift_own_times: shiftOwnTimes,
    expected_updated_at: instant.optional().meta({
      description:
        '`updated_at` as the caller last saw it. When the story was changed since, the answer is a conflict.',
    }),
  },
  createAliases,
)
export type EditStory = z.output<typeof EditStory>

/** A composer previews while it is written in, so nothing is required. */
export const PreviewStory = aliased(
  {
    ...projectShape,
    caption: captionText.default(''),
    channels: channelList.default(['instagram']),
    ...contentShape,
    ...timeShape,
  },
  createAliases,
)
export type PreviewStory = z.output<typeof PreviewStory>
