import { z } from 'zod'
import { aliased, instant, projectAlias, projectShape, uuid } from '@/lib/api/contract'
import { channelIds } from '@/lib/channel-ids'
import { characters } from '@/lib/channels/rules'

/**
 * Request members of a story. Limits here only reject extreme sizes. Network limits are checked on the resolved post,
 * because an override may fit where the story itself does not.
 */

export const postTypes = ['single', 'carousel', 'reel', 'story'] as const
export const channel = z.enum(channelIds, { error: `must be one of ${channelIds.join(', ')}` })

const captionText = z.string().max(100_000)
const anyUrl = z.url({
  protocol: /^https?$/,
  error: 'must be an absolute http:// or https:// URL',
})
const httpUrl = anyUrl.max(2048, { error: 'must be at most 2048 characters' })
const words = (max: number) => z.string().max(max)

/** Rejected for drafts as well. Counted in code points, as Pinterest does. */
const pinterestText = (max: number, what: string, form: z.ZodString | z.ZodURL = z.string()) =>
  form
    .refine((text) => characters(text) <= max, {
      error: ({ input }) =>
        `Pinterest allows ${max} characters in ${what}, but there are ${characters(String(input))}. Remove ${characters(String(input)) - max}.`,
      params: { code: 'channel_limit' },
    })
    .meta({ maxLength: max })

export const Slide = z.strictObject({
  media_url: httpUrl,
  alt_text: words(5_000).nullish(),
  caption_overlay: words(5_000).nullish(),
  swipe_through_url: httpUrl.nullish().meta({ description: 'A link for this slide. Clicks are counted.' }),
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
  first_comment: words(10_000)
    .optional()
    .meta({
      description:
        'Posted once as a comment below the post, after it is public; on X and Threads as a reply. `{{link}}` is filled in. ' +
        'Not for Pinterest and Ghost.',
    }),
}
const Override = z.strictObject(overrideShape)

/** For networks that support threads. */
const threadShape = {
  caption_format: z.literal('thread').optional().meta({
    description: 'Splits the caption and posts it as a thread of replies.',
  }),
  thread_separator: z.string().min(1).max(100).optional().meta({ description: 'Defaults to a blank line.' }),
}

export const ChannelOverrides = z
  .strictObject({
    instagram: Override.extend({
      cover_image_url: httpUrl.optional().meta({ description: 'Shown before the reel plays.' }),
    }).optional(),
    facebook: Override.optional(),
    x: Override.extend(threadShape).optional(),
    linkedin: Override.extend({
      cover_image_url: httpUrl.optional().meta({ description: 'The image of a link, shown if the post has no media.' }),
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
      title: words(500)
        .optional()
        .meta({ description: 'Defaults to the story’s title, or the first line of the caption.' }),
      status: z.enum(['draft', 'published']).optional().meta({
        description: '`draft` creates a draft at the site, for someone to publish there. It counts as posted.',
      }),
      canonical_url: httpUrl.optional().meta({ description: 'The original URL of the text, for search engines.' }),
      excerpt: words(5_000).optional().meta({ description: 'Shown in lists. Defaults to the start of the text.' }),
      visibility: z.enum(['public', 'members', 'paid']).optional().meta({ description: 'Defaults to `public`.' }),
      cover_image_url: httpUrl.optional().meta({ description: 'Shown before the video plays.' }),
    }).optional(),
    threads: Override.extend(threadShape).optional(),
  })
  .meta({ description: 'Per channel. Missing members fall back to the story’s.' })

export const connectionCheck = z.enum(['skip', 'warn']).optional().meta({
  description: 'By default a missing or expired connection is an error. `warn` accepts it with a warning.',
})
export const lintCheck = z.enum(['enforce', 'warn', 'skip']).optional().meta({ description: 'Defaults to `enforce`.' })

/** The three members that set the publish time. */
export const timeShape = {
  scheduled_at: instant.nullish().meta({ description: 'At most 5 minutes in the past, which publishes at once.' }),
  scheduled_at_local: z
    .string()
    .regex(
      /^\d{4}-\d\d-\d\dT\d\d:\d\d(:[0-5]\d(\.\d{1,9})?)?$/,
      'must be a local time without an offset, e.g. 2026-05-01T09:00; use scheduled_at for a time with an offset',
    )
    .nullish(),
  timezone: z.string().min(1).max(100).nullish().meta({ description: 'IANA name. Defaults to the project’s zone.' }),
}
export const addToQueue = z.boolean().optional().meta({
  description:
    'Instead of a time: each channel takes its next free posting slot (`/api/v1/posting-slots`). Refused if a channel has no slots.',
})
/** What happens to channels with their own time when the story is moved. */
export const shiftOwnTimes = z
  .boolean()
  .optional()
  .meta({
    description:
      'With a new time: channels with their own time move as far as the story does, in local time of the project’s zone. ' +
      'By default, all channels are published at the new time.',
  })
export const timeAlias = { scheduledAt: 'scheduled_at' } as const

/** Stored members that an edit may change. Null clears optional ones. */
export const contentShape = {
  title: words(500).nullish(),
  hashtags: words(5_000).nullish().meta({ description: 'Separated by spaces. A missing `#` is added.' }),
  media_url: httpUrl.nullish(),
  media_urls: mediaUrls.nullish().meta({ description: 'The short form of `slides`.' }),
  slides: slides.nullish(),
  post_type: z
    .enum(postTypes)
    .nullish()
    .meta({ description: 'Defaults to `carousel` for two or more slides, otherwise to `single`.' }),
  channel_overrides: ChannelOverrides.nullish(),
  pin_to_grid: pin.nullish().meta({ description: 'Instagram only. `true` pins permanently.' }),
  pin_until_at: instant.nullish(),
  comment_ask: words(5_000)
    .nullish()
    .meta({ description: 'Added to the end of the caption unless it is there already.' }),
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
    add_to_queue: addToQueue,
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
      description: 'The last `updated_at` that the caller saw. Returns `conflict` if the story has changed since.',
    }),
  },
  createAliases,
)
export type EditStory = z.output<typeof EditStory>

/** Nothing is required: the composer previews while the user types. */
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
