import type { ChannelId } from '@/lib/channel-ids'
import type { PostType } from '@/lib/story-content'
import type { Account, CallOptions, PostMedia } from '../channel'

/** All metrics. No network reports all of them. */
export const metricNames = ['impressions', 'reach', 'clicks', 'saves', 'shares', 'likes', 'comments'] as const
export type MetricName = (typeof metricNames)[number]

/** Null: not reported by the network. 0: measured, without activity. */
export type MetricValues = Record<MetricName, number | null>

/** A published post to read metrics of. */
export type PostToRead = {
  externalId: string
  publishedAt: Date
  postType: PostType
  media: readonly Pick<PostMedia, 'kind'>[]
}

export type PostReading = {
  values: MetricValues
  /** Metrics that only this network has (`pin_clicks`, `profile_visits` …). */
  extra: Record<string, number>
  /** Metrics of a carousel's videos, by 0-based position. No network has metrics for its images. */
  children?: { index: number; views: number | null; reach: number | null; saved: number | null }[]
}

export type ChannelMetrics = {
  id: ChannelId
  /** Metrics that the network reports. All others are null. */
  reports: readonly MetricName[]
  /** Max posts of this account per call of `read`. */
  batch(account: Account): number
  /**
   * Current metrics by external id. Posts without metrics yet are omitted; `gone` lists deleted posts.
   *
   * @throws ChannelError; category `connection` counts for the circuit breaker
   */
  read(
    posts: readonly PostToRead[],
    account: Account,
    call: CallOptions,
  ): Promise<{ readings: Map<string, PostReading>; gone: string[] }>
}
