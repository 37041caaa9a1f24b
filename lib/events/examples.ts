import type { SocialConnection } from '@/lib/connections/contract'
import type { QueueItem } from '@/lib/queue/contract'
import type { Story } from '@/lib/stories/resource-contract'
import type { EventName } from './names'

/** One bakery on one day, so that the examples can be read one after the other. A test holds each to its schema. */

const idOf = (last: number): string => `01900000-0000-7000-8000-${String(last).padStart(12, '0')}`

export const exampleProjectId = idOf(1)
const project = { project_id: exampleProjectId }

const story: Story = {
  id: idOf(2),
  ...project,
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
  created_at: '2026-04-30T15:20:00.000Z',
  updated_at: '2026-04-30T15:20:00.000Z',
}

const metrics = ['impressions', 'reach', 'clicks', 'saves', 'engagement']

const published: Story = {
  ...story,
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
  id: idOf(3),
  story_id: story.id,
  ...project,
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
  title: story.title,
  primary_caption: story.caption,
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

const connection: SocialConnection = {
  id: idOf(4),
  ...project,
  channel: 'instagram',
  connected: true,
  account_id: '17841400000000000',
  account_name: 'Corner Bakery',
  handle: 'cornerbakery',
  status: 'active',
  expires_at: '2026-05-08T08:00:00.000Z',
  renews_itself: true,
  last_refresh_at: null,
  connected_at: '2026-03-09T08:00:00.000Z',
  disconnected_at: null,
  missing_scopes: [],
  metadata: {},
}

const moment = {
  id: idOf(5),
  ...project,
  story_id: story.id,
  kind: 'save_surge',
  severity: 'high',
  status: 'new',
  headline: '“Morning bread” is saved four times as often as usual',
  reasoning: '212 saves in 24 hours; the median of the last 20 stories is 51.',
  data_snapshot: { saves: 212, median_saves: 51, stories: 20 },
  detected_at: '2026-05-02T09:05:00.000Z',
}

const pillar = {
  id: idOf(6),
  ...project,
  name: 'Recipes',
  content_type: 'recipes',
  color: '#c2410c',
  allocation_percent: 40,
  benchmark_metric: 'save_rate',
  benchmark_value: 0.03,
  benchmark_window_days: 30,
  max_gap_days: 7,
}

const factsOf = ({ channel, skip_reason, skip_category }: QueueItem, code: string) => ({
  channel,
  skip_reason,
  category: skip_category,
  code,
})

export const examples: Record<EventName, object> = {
  'story.scheduled': { ...project, story },
  'story.published': { ...project, story: published, channels: ['instagram', 'threads'] },
  'story.published_late': {
    ...project,
    story: { ...published, published_at: '2026-05-01T09:21:10.000Z' },
    channels: ['instagram', 'threads'],
    late_by_seconds: 1_270,
  },
  'story.failed': {
    ...project,
    story: partial,
    queue_item: failedItem,
    ...factsOf(failedItem, 'text_too_long'),
  },
  'story.skipped': {
    ...project,
    story: partial,
    queue_item: skippedItem,
    ...factsOf(skippedItem, 'missing_connection'),
  },
  'moment.detected': { ...project, moment },
  'moment.auto_drafted': {
    ...project,
    moment: { ...moment, status: 'acted_on' },
    story: { ...story, id: idOf(7), status: 'draft', scheduled_at: null, caption: 'The bread that everybody saved.' },
  },
  'connection.expiring': { ...project, connection, tier: 7, severity: 'warning', days_left: 7 },
  'connection.expiring_soon': {
    ...project,
    connection: { ...connection, renews_itself: false },
    tier: 7,
    severity: 'warning',
    days_left: 6,
    reason: 'The network gave nothing to renew this access with. Connect the account again.',
  },
  'connection.refreshed': {
    ...project,
    connection: {
      ...connection,
      expires_at: '2026-06-30T08:00:00.000Z',
      last_refresh_at: '2026-05-01T08:00:00.000Z',
    },
    expires_at: '2026-06-30T08:00:00.000Z',
    previous_expires_at: '2026-05-08T08:00:00.000Z',
  },
  'connection.broken': {
    ...project,
    connection: { ...connection, connected: false, renews_itself: false },
    tier: 1,
    severity: 'critical',
    days_left: 0,
    reason:
      'The access ended before it was renewed, and Instagram renews it only while it lives. Connect the account again.',
  },
  'connection.reconnected': {
    ...project,
    connection: { ...connection, expires_at: '2026-07-08T08:00:00.000Z', connected_at: '2026-05-09T08:00:00.000Z' },
  },
  'pillar.benchmark_below': {
    ...project,
    pillar,
    metric: 'save_rate',
    value: 0.018,
    benchmark_value: 0.03,
    window_days: 30,
  },
  'pillar.gap_detected': {
    ...project,
    pillar,
    last_published_at: '2026-04-20T09:00:00.000Z',
    days_since_last: 11,
    max_gap_days: 7,
  },
}

/** In the words of `pingData`, which sends it. */
export const pingExample = {
  ...project,
  endpoint_id: idOf(8),
  message: 'This is a test ping. Nothing has happened; your endpoint works when you can verify and read this.',
}

/** When the examples happened, and the ids that they go by. */
export const exampleEnvelope = { id: idOf(9), created_at: '2026-05-01T09:00:05.000Z' }
