import type { Account, CallOptions, PostMedia, PostType } from './channel'
import type { ChannelId } from './ids'

/** What all networks together report of a post, in our words. */
export const metricNames = ['impressions', 'reach', 'clicks', 'saves', 'shares', 'likes', 'comments'] as const
export type MetricName = (typeof metricNames)[number]

/** Null: the network has not reported it. 0: it was measured, and there was none. */
export type MetricValues = Record<MetricName, number | null>

/** A published post whose numbers are wanted. */
export type PostToRead = {
  externalId: string
  publishedAt: Date
  postType: PostType
  media: readonly Pick<PostMedia, 'kind'>[]
}

export type PostReading = {
  values: MetricValues
  /** Numbers of this network alone that are kept beside (`pin_clicks`, `profile_visits` …). */
  extra: Record<string, number>
  /** Of a carousel's films, by their place in it from 0. Pictures have none at any network. */
  children?: { index: number; views: number | null; reach: number | null; saved: number | null }[]
}

export type ChannelMetrics = {
  id: ChannelId
  /** What the network ever reports. The others are always null there. */
  reports: readonly MetricName[]
  /** At most so many posts of this account in one call of `read`. */
  batch(account: Account): number
  /**
   * The numbers so far, by external id. A post that is left out has no numbers yet or is gone; `gone` names the latter.
   * Throws `ChannelFault`; one with category `connection` counts for the circuit breaker.
   */
  read(
    posts: readonly PostToRead[],
    account: Account,
    call: CallOptions,
  ): Promise<{ readings: Map<string, PostReading>; gone: string[] }>
}
