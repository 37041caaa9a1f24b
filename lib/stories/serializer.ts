import type { Selectable } from 'kysely'
import type { Stories } from '@/lib/db/types.generated'
import type { Slide, StoredClientReview } from '@/lib/story-content'
import { linkCode, shortUrl } from '@/lib/tracking/code'
import type { ClientReview, Story } from './resource-contract'

/** Columns that responses and payloads need. */
export const storyColumns = [
  'id',
  'project_id',
  'title',
  'caption',
  'channels',
  'hashtags',
  'slides',
  'post_type',
  'status',
  'scheduled_at',
  'channel_overrides',
  'pin_to_grid',
  'pin_until_at',
  'comment_ask',
  'comment_ask_mode',
  'destination_url',
  'utm_campaign',
  'utm_content',
  'utm_term',
  'utm_resolved',
  'content_type',
  'template_id',
  'published_at',
  'published_url',
  'published_urls',
  'published_channels',
  'origin',
  'total_impressions',
  'total_reach',
  'total_clicks',
  'total_saves',
  'total_engagement',
  'best_performing_channel',
  'metrics_as_of',
  'client_review',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof Stories)[]

export type StoryRow = Pick<Selectable<Stories>, (typeof storyColumns)[number]>

/** An allow-list, used for responses and webhook payloads. */
export function serializeStory(row: StoryRow, now: Date): Story {
  const slides = row.slides
  return {
    id: row.id,
    project_id: row.project_id,
    title: row.title,
    caption: row.caption,
    channels: row.channels,
    hashtags: row.hashtags,
    slides: slides.map((slide, index) => withShortUrl(row, slide, index)),
    media_urls: slides.map(({ media_url }) => media_url),
    post_type: row.post_type,
    status: row.status,
    scheduled_at: row.scheduled_at?.toISOString() ?? null,
    channel_overrides: row.channel_overrides,
    pin_to_grid: row.pin_to_grid,
    pin_until_at: row.pin_until_at?.toISOString() ?? null,
    comment_ask: row.comment_ask,
    comment_ask_mode: row.comment_ask_mode,
    destination_url: row.destination_url,
    utm_campaign: row.utm_campaign,
    utm_content: row.utm_content,
    utm_term: row.utm_term,
    content_type: row.content_type,
    template_id: row.template_id,
    published_at: row.published_at?.toISOString() ?? null,
    published_url: row.published_url,
    published_urls: row.published_urls,
    published_channels: row.published_channels,
    total_impressions: row.total_impressions,
    total_reach: row.total_reach,
    total_clicks: row.total_clicks,
    total_saves: row.total_saves,
    total_engagement: row.total_engagement,
    best_performing_channel: row.best_performing_channel,
    metrics_as_of: row.metrics_as_of?.toISOString() ?? null,
    metrics_age_hours: row.metrics_as_of ? hoursBetween(row.metrics_as_of, now) : null,
    unreported_metrics: row.published_channels.length > 0 ? unreported(row) : [],
    client_review: serializeClientReview(row.client_review),
    ...(row.origin === 'imported' ? { is_imported: true as const } : {}),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/** Without the hash. */
export const serializeClientReview = (stored: StoredClientReview | null): ClientReview | null =>
  stored && {
    state: stored.state,
    is_outdated: stored.is_outdated,
    reviewer_name: stored.reviewer_name,
    note: stored.note,
    decided_at: stored.decided_at,
  }

const hoursBetween = (then: Date, now: Date): number =>
  Math.max(0, Math.round((now.getTime() - then.getTime()) / 360_000) / 10)

const metrics = ['impressions', 'reach', 'clicks', 'saves', 'engagement'] as const

/** Metrics that no channel reported, so that null is not read as 0. */
const unreported = (row: StoryRow): string[] => metrics.filter((name) => row[`total_${name}`] === null)

/** The first channel that shows the story's own slides; its link represents the slide. */
export function firstWithSlides({ channels, channel_overrides }: Pick<StoryRow, 'channels' | 'channel_overrides'>) {
  const overrides = channel_overrides
  return channels.find((channel) => !overrides[channel]?.slides && !overrides[channel]?.media_urls)
}

function withShortUrl(row: StoryRow, slide: Slide, index: number): Story['slides'][number] {
  const channel = firstWithSlides(row)
  if (!slide.swipe_through_url || !channel) return slide
  return { ...slide, short_url: shortUrl(linkCode(row.id, channel, index)) }
}
