import type { ChannelId } from '@/lib/channel-ids'
import type { Metric, Rate } from '@/lib/metrics/rates'
import type { PostType } from '@/lib/story-content'
import type { MomentKind, Severity } from '../kinds'

/** A value of the chart. */
export type Point = { published_at: string; value: number }

/** Where the compared posts were published, and their age in hours. */
type Group = { channel: ChannelId; post_type: PostType; hours: number }

/** One post against the comparable posts before it. */
export type PostSnapshot = Group & {
  metric: Extract<Metric, 'engagement' | 'reach'> | Rate
  value: number
  median: number
  /** `value` as a multiple of `median`. */
  ratio: number
  /** Robust deviations above the median, on a log scale. */
  z: number
  published_at: string
  comparable: Point[]
  /** The metric and the views behind a rate. */
  count?: number
  views?: number
}
export type RecordSnapshot = PostSnapshot & { previous_record: number; earlier_posts: number }

/** The latest posts against those before. */
export type RunSnapshot = Group & { metric: 'engagement'; median: number; latest: Point[]; comparable: Point[] }
export type SlumpSnapshot = RunSnapshot & { latest_median: number; ratio: number; z: number; tenth_percentile: number }
export type StreakSnapshot = RunSnapshot & { posts: number; ratio: number; z: number }

export type MilestoneSnapshot = {
  metric: Extract<Metric, 'impressions' | 'engagement' | 'clicks'>
  threshold: number
  total: number
  posts: number
  comparable: Point[]
}

type Found<Kind extends MomentKind, Snapshot> = {
  kind: Kind
  severity: Severity
  /** The story that caused it; null for a group of posts. */
  story_id: string | null
  /** One moment per kind and subject. */
  subject: string
  detected_at: Date
  snapshot: Snapshot
}

export type Finding =
  | Found<'engagement_spike' | 'save_surge' | 'click_surge', PostSnapshot>
  | Found<'reach_record', RecordSnapshot>
  | Found<'slump', SlumpSnapshot>
  | Found<'streak', StreakSnapshot>
  | Found<'milestone', MilestoneSnapshot>
