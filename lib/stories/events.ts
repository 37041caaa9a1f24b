import { z } from 'zod'
import { channelIds } from '@/lib/channel-ids'
import type { EventDefinition } from '@/lib/events/definition'
import { exampleId, exampleProject } from '@/lib/events/examples'
import { QueueItem } from '@/lib/queue-items/schema'
import { Story } from './resource-contract'

const channel = z.enum(channelIds)

export const StoryScheduled = z.strictObject({
  project_id: z.uuid(),
  story: Story,
  via: z.string().optional().meta({
    description:
      '`bulk_reschedule`, `reorder` or `resume`: the time was changed by a bulk reschedule, in the order of the queue, or after a pause.',
  }),
})

export const StoryPublished = z.strictObject({
  project_id: z.uuid(),
  story: Story,
  channels: z.array(channel).min(1).meta({ description: 'Channels that no earlier event reported.' }),
})

export const StoryPublishedLate = StoryPublished.extend({
  late_by_seconds: z.int().meta({ description: 'Delay of the latest of these channels.' }),
})

/** One failed channel. Also the payload of `story.skipped`. */
export const StoryFailed = z.strictObject({
  project_id: z.uuid(),
  story: Story,
  queue_item: QueueItem,
  channel,
  skip_reason: z.string(),
  category: z.enum(['connection', 'render', 'content', 'review', 'rate', 'other']),
  code: z.string(),
  superseded_by_queue_item_id: z.uuid().optional().meta({ description: 'The item that replaced it.' }),
})

export const exampleStory: Story = {
  id: exampleId(2),
  ...exampleProject,
  title: 'Morning bread',
  caption: 'Fresh bread, every morning.',
  channels: ['instagram', 'threads'],
  hashtags: '#bread #bakery',
  slides: [{ media_url: 'https://example.com/bread.jpg', alt_text: 'A loaf of bread' }],
  media_urls: ['https://example.com/bread.jpg'],
  post_type: 'single',
  status: 'scheduled',
  scheduled_at: '2026-05-01T09:00:00.000Z',
  channel_overrides: {},
  pin_to_grid: false,
  pin_until_at: null,
  comment_ask: null,
  comment_ask_mode: 'append',
  destination_url: 'https://example.com/spring',
  utm_campaign: 'spring',
  utm_content: null,
  utm_term: null,
  content_type: 'recipes',
  template_id: null,
  published_at: null,
  published_url: null,
  published_urls: {},
  published_channels: [],
  total_impressions: null,
  total_reach: null,
  total_clicks: null,
  total_saves: null,
  total_engagement: null,
  best_performing_channel: null,
  metrics_as_of: null,
  metrics_age_hours: null,
  unreported_metrics: [],
  client_review: null,
  created_at: '2026-04-30T15:20:00.000Z',
  updated_at: '2026-04-30T15:20:00.000Z',
}

const metrics = ['impressions', 'reach', 'clicks', 'saves', 'engagement']

const published: Story = {
  ...exampleStory,
  status: 'published',
  published_at: '2026-05-01T09:00:04.000Z',
  published_url: 'https://www.instagram.com/p/C0ffee/',
  published_urls: {
    instagram: 'https://www.instagram.com/p/C0ffee/',
    threads: 'https://www.threads.net/@cornerbakery/post/C0ffee',
  },
  published_channels: ['instagram', 'threads'],
  unreported_metrics: metrics,
  updated_at: '2026-05-01T09:00:05.000Z',
}

const partial: Story = {
  ...published,
  status: 'partial',
  published_urls: { instagram: 'https://www.instagram.com/p/C0ffee/' },
  published_channels: ['instagram'],
}

const failedItem: QueueItem = {
  id: exampleId(3),
  story_id: exampleStory.id,
  ...exampleProject,
  channel: 'threads',
  status: 'failed',
  scheduled_at: '2026-05-01T09:00:00.000Z',
  skip_reason: 'Threads refused this post: The text is too long.',
  skip_category: 'content',
  provider_code: '100',
  destination_url: 'https://example.com/spring',
  utm: { utm_source: 'threads', utm_medium: 'post', utm_campaign: 'spring' },
  data_snapshot: {},
  attempt_count: 1,
  published_url: null,
  published_at: null,
  title: exampleStory.title,
  primary_caption: exampleStory.caption,
  created_at: '2026-04-30T15:20:00.000Z',
  updated_at: '2026-05-01T09:00:05.000Z',
}

const skippedItem: QueueItem = {
  ...failedItem,
  skip_reason: 'missing_connection:threads',
  skip_category: 'connection',
  provider_code: 'missing_connection',
  attempt_count: 0,
}

const detailsOf = ({ channel, skip_reason, skip_category }: QueueItem, code: string) => ({
  channel,
  skip_reason,
  category: skip_category,
  code,
})

export const events = {
  'story.scheduled': {
    when: 'a story gets a confirmed publish time, or another one',
    payload: StoryScheduled,
    example: { ...exampleProject, story: exampleStory },
  },
  'story.published': {
    when: 'a story is published on at least one channel and no other channel is pending; each channel is reported once',
    payload: StoryPublished,
    example: { ...exampleProject, story: published, channels: ['instagram', 'threads'] },
  },
  'story.published_late': {
    when: 'a story is published more than 15 minutes late; sent in addition to `story.published`',
    payload: StoryPublishedLate,
    example: {
      ...exampleProject,
      story: { ...published, published_at: '2026-05-01T09:21:10.000Z' },
      channels: ['instagram', 'threads'],
      late_by_seconds: 1_270,
    },
  },
  'story.failed': {
    when: 'publishing to a channel fails permanently; sent once per channel',
    payload: StoryFailed,
    example: {
      ...exampleProject,
      story: partial,
      queue_item: failedItem,
      ...detailsOf(failedItem, 'text_too_long'),
    },
  },
  'story.skipped': {
    when: 'a channel is rejected before anything is sent to the network; sent in addition to `story.failed`',
    payload: StoryFailed,
    example: {
      ...exampleProject,
      story: partial,
      queue_item: skippedItem,
      ...detailsOf(skippedItem, 'missing_connection'),
    },
  },
} satisfies Record<string, EventDefinition>
