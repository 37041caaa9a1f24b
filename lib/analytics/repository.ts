import { sql } from 'kysely'
import type { ChannelId } from '@/lib/channels/ids'
import type { Database } from '@/lib/db/pool'
import type { AnalyticsMetric } from './contract'

export type AnalyticsFilter = {
  from: string | undefined
  to: string | undefined
  channels: readonly ChannelId[] | undefined
}

/** The sums of one channel. `rated_*` are over the posts that report impressions, for the rate. */
export type ChannelSums = Record<AnalyticsMetric, number | null> & {
  channel: ChannelId
  posts: number
  rated_impressions: number | null
  rated_engagement: number | null
}

/** One row for each channel with posts in the range, in one pass over the narrow table of latest numbers. */
export async function sumByChannel(db: Database, projectId: string, filter: AnalyticsFilter): Promise<ChannelSums[]> {
  const { from, to, channels } = filter
  const { rows } = await sql<ChannelSums>`
    select channel, count(*) as posts,
      sum(impressions)::bigint as impressions, sum(reach)::bigint as reach, sum(clicks)::bigint as clicks,
      sum(saves)::bigint as saves, sum(shares)::bigint as shares, sum(likes)::bigint as likes,
      sum(comments)::bigint as comments, sum(engagement)::bigint as engagement,
      sum(impressions) filter (where engagement is not null)::bigint as rated_impressions,
      sum(engagement) filter (where impressions is not null)::bigint as rated_engagement
    from post_metrics
    where project_id = ${projectId}
      ${from ? sql`and published_at >= ${new Date(from)}` : sql``}
      ${to ? sql`and published_at < ${new Date(to)}` : sql``}
      ${channels ? sql`and channel = any(${[...channels]}::text[])` : sql``}
    group by channel`.execute(db)
  return rows
}
