import { z } from 'zod'
import { channelIds } from '@/lib/channel-ids'
import { mediaFixes } from '@/lib/channels/channel'
import { FirstComment } from '@/lib/first-comments/schema'
import { QueueItem } from '@/lib/queue-items/schema'
import { clientReviewStates } from '@/lib/story-content'
import { Lint } from '@/lib/voice/lint-result'
import { ChannelOverrides, postTypes, Slide } from './create-contract'
import { storyStatuses } from './status'
import { blockingCodes, noteCodes } from './warning-codes'

/** Public shape of a story, in responses and webhook payloads. */

const channel = z.enum(channelIds)
const total = z.int().nullable().meta({ description: 'From the last successful sync. Null if no channel reported it.' })

export const ShownSlide = Slide.extend({
  short_url: z
    .string()
    .optional()
    .meta({ description: 'The tracked link to `swipe_through_url`, of the first channel that shows this slide.' }),
})

/** The review by a client with a review link. */
export const ClientReview = z.strictObject({
  state: z.enum(clientReviewStates).meta({ description: '`requested`: a link was made, and nobody decided yet.' }),
  is_outdated: z.boolean().meta({
    description:
      'The content was edited since the decision. An approval no longer applies; requested changes may be done.',
  }),
  reviewer_name: z.string().nullable(),
  note: z.string().nullable(),
  decided_at: z.iso.datetime().nullable(),
})
export type ClientReview = z.output<typeof ClientReview>

export const Story = z.strictObject({
  id: z.uuid(),
  project_id: z.uuid(),
  title: z.string().nullable(),
  caption: z.string(),
  channels: z.array(channel),
  hashtags: z.string().nullable(),
  slides: z.array(ShownSlide),
  media_urls: z.array(z.string()).meta({ description: 'The URLs of `slides`.' }),
  post_type: z.enum(postTypes),
  status: z.enum(storyStatuses),
  scheduled_at: z.iso.datetime().nullable(),
  channel_overrides: ChannelOverrides,
  pin_to_grid: z.boolean(),
  pin_until_at: z.iso.datetime().nullable(),
  comment_ask: z.string().nullable(),
  comment_ask_mode: z.enum(['append', 'metadata']),
  destination_url: z.string().nullable(),
  utm_campaign: z.string().nullable(),
  utm_content: z.string().nullable(),
  utm_term: z.string().nullable(),
  content_type: z.string().nullable(),
  template_id: z.uuid().nullable(),
  published_at: z.iso.datetime().nullable(),
  published_url: z
    .string()
    .nullable()
    .meta({ description: 'Permalink of the primary channel, the first of `channels`.' }),
  published_urls: z.partialRecord(channel, z.string()),
  published_channels: z.array(channel),
  total_impressions: total,
  total_reach: total,
  total_clicks: total,
  total_saves: total,
  total_engagement: total,
  best_performing_channel: channel.nullable(),
  metrics_as_of: z.iso.datetime().nullable(),
  metrics_age_hours: z.number().nullable(),
  unreported_metrics: z.array(z.string()),
  client_review: ClientReview.nullable().meta({ description: 'Null if the story was never sent to a client.' }),
  is_imported: z.literal(true).optional().meta({
    description: 'The post was imported from the network, which Storycast did not publish. Otherwise omitted.',
  }),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type Story = z.output<typeof Story>

const Variant = z.strictObject({
  caption: z.string(),
  hashtags: z.array(z.string()),
  text: z.string(),
  post_type: z.enum(postTypes),
  media_urls: z.array(z.string()),
})

/** A story in a list, which does not include queue items. */
export const ListedStory = Story.extend({
  waits_for_approval: z
    .boolean()
    .meta({ description: 'No unpublished channel is approved, so nothing is published at the scheduled time.' }),
  is_rejected: z.boolean().meta({
    description: 'The status is `cancelled` because every channel was rejected in review. It can be reopened.',
  }),
  channel_times: z.array(z.iso.datetime()).meta({
    description: 'The times of the unpublished channels of a scheduled story, each once, the earliest first.',
  }),
})
export type ListedStory = z.output<typeof ListedStory>

export const Enqueue = z.strictObject({
  enqueued: z.array(channel),
  skipped: z.array(
    z.strictObject({
      channel,
      reason: z.string().meta({ description: '`draft`, `awaiting_approval`, or the state that prevents publishing.' }),
    }),
  ),
})
export type Enqueue = z.output<typeof Enqueue>

export const Links = z.strictObject({ dashboard_url: z.string(), preview_url: z.string() })

export const Preflight = z.strictObject({
  ok: z.boolean(),
  available: z.array(channel),
  missing: z.array(channel),
  expired: z.array(channel),
  reasons: z.partialRecord(channel, z.string()),
})

/** A problem that did not reject the request. */
export const Warning = z.strictObject({
  channel: channel.nullable().meta({ description: 'Null when it concerns more than one channel.' }),
  field: z.string().meta({
    description: 'The member that fixes it, e.g. `caption`, `slides.0` or `channel_overrides.x.caption`.',
  }),
  code: z.enum([...blockingCodes, ...noteCodes]).meta({
    description: `A story with a time is refused with ${blockingCodes.map((code) => `\`${code}\``).join(', ')}.`,
  }),
  message: z.string(),
  fix: z.enum(mediaFixes).optional().meta({
    description: 'How to fix a file, with `media_rule` and `media_cropped`: crop it to another ratio, or replace it.',
  }),
  preflight: Preflight.optional().meta({ description: 'With `missing_connection`.' }),
  lint: Lint.optional().meta({ description: 'With `voice_violation`.' }),
})
export type Warning = z.output<typeof Warning>

/** A queue item in a story's detail. */
const StoryQueueItem = QueueItem.extend({
  first_comment: FirstComment.nullable().meta({
    description: 'Null until the channel is published, and if it has none.',
  }),
})

/** A member who is editing a story now. */
export const StoryEditor = z.strictObject({ user_id: z.uuid(), name: z.string(), photo_url: z.string().nullable() })
export type StoryEditor = z.output<typeof StoryEditor>

export const StoryDetail = Story.extend({
  primary_caption: z.string(),
  variants: z.partialRecord(channel, Variant).meta({ description: 'The story as posted on each channel.' }),
  content_queue: z.array(StoryQueueItem),
  warnings: z.array(Warning).meta({
    description: 'Problems that would reject a draft or scheduled story now, and notes.',
  }),
  comments_count: z.int(),
  editors: z.array(StoryEditor).meta({ description: 'Other members who have the story open in the composer.' }),
})
export type StoryDetail = z.output<typeof StoryDetail>
