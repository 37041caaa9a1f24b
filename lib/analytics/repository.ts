import { sql } from 'kysely'
import type { ChannelId } from '@/lib/channels/ids'
import type { Database } from '@/lib/db/pool'
import type { AnalyticsInterval, AnalyticsMetric } from './contract'

export type AnalyticsFilter = {
  from: string | undefined
  to: string | undefined
  channels: readonly ChannelId[] | undefined
}

/** The sums of one channel. `rated_*` are over the posts that report impressions, for the rate. */
export type ChannelSums = Sums & { channel: ChannelId }
export type Sums = Record<AnalyticsMetric, number | null> & {
  posts: number
  rated_impressions: number | null
  rated_engagement: number | null
}

const sums = sql`
  count(*) as posts,
  sum(impressions)::bigint as impressions, sum(reach)::bigint as reach, sum(clicks)::bigint as clicks,
  sum(saves)::bigint as saves, sum(shares)::bigint as shares, sum(likes)::bigint as likes,
  sum(comments)::bigint as comments, sum(engagement)::bigint as engagement,
  sum(impressions) filter (where engagement is not null)::bigint as rated_impressions,
  sum(engagement) filter (where impressions is not null)::bigint as rated_engagement`

const within = (projectId: string, { from, to, channels }: AnalyticsFilter) => sql`
  project_id = ${projectId}
  ${from ? sql`and published_at >= ${new Date(from)}` : sql``}
  ${to ? sql`and published_at < ${new Date(to)}` : sql``}
  ${channels ? sql`and channel = any(${[...channels]}::text[])` : sql``}`

/** One row for each channel with posts in the range, in one pass over the narrow table of latest numbers. */
export async function sumByChannel(db: Database, projectId: string, filter: AnalyticsFilter): Promise<ChannelSums[]> {
  const { rows } = await sql<ChannelSums>`
    select channel, ${sums} from post_metrics where ${within(projectId, filter)} group by channel`.execute(db)
  return rows
}

/** Where the posts of a filter begin and end; null when there are none. */
export async function spanOf(db: Database, projectId: string, filter: AnalyticsFilter): Promise<[Date, Date] | null> {
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`
    select min(published_at) as first, max(published_at) as last from post_metrics
    where ${within(projectId, filter)}`.execute(db)
  const [span] = rows
  return span?.first && span.last ? [span.first, span.last] : null
}

export type Cut = { interval: AnalyticsInterval; timeZone: string }
export type StretchSums = Sums & { date: string }

const step = ({ interval }: Cut) => sql`${`1 ${interval}`}::interval`
const cutAt = (at: ReturnType<typeof sql>, { interval, timeZone }: Cut) =>
  sql`date_trunc(${interval}, ${at} at time zone ${timeZone})`
const edges = ([first, last]: readonly [Date, Date], cut: Cut) =>
  [cutAt(sql`${first}::timestamptz`, cut), cutAt(sql`${last}::timestamptz`, cut)] as const

/** One row for each stretch of the span, with or without posts. */
export async function sumByStretch(
  db: Database,
  projectId: string,
  filter: AnalyticsFilter,
  { span, cut }: { span: readonly [Date, Date]; cut: Cut },
): Promise<StretchSums[]> {
  const [first, last] = edges(span, cut)
  const { rows } = await sql<StretchSums>`
    with found as (
      select ${cutAt(sql`published_at`, cut)} as stretch, ${sums} from post_metrics
      where ${within(projectId, filter)} group by 1)
    select to_char(stretches.stretch, 'YYYY-MM-DD') as date, coalesce(posts, 0) as posts,
      impressions, reach, clicks, saves, shares, likes, comments, engagement, rated_impressions, rated_engagement
    from generate_series(${first}, ${last}, ${step(cut)}) as stretches (stretch)
    left join found on found.stretch = stretches.stretch
    order by stretches.stretch`.execute(db)
  return rows
}

export type StorySums = Sums & {
  id: string
  title: string | null
  primary_caption: string
  channels: ChannelId[]
  first_published_at: Date
}

/** Stories by one of their sums. A page begins behind the place that the last story of the page before has now. */
export async function listStorySums(
  db: Database,
  projectId: string,
  filter: AnalyticsFilter,
  { metric, after, limit }: { metric: AnalyticsMetric; after: string | undefined; limit: number },
): Promise<StorySums[]> {
  // What nobody reports comes last, behind a measured 0.
  const place = sql`coalesce(${sql.ref(metric)}, -1)`
  const { rows } = await sql<StorySums>`
    with summed as (
      select story_id as id, min(published_at) as first_published_at, array_agg(distinct channel) as channels, ${sums}
      from post_metrics where ${within(projectId, filter)} group by story_id)
    select summed.*, s.title, s.caption as primary_caption
    from summed join stories s on s.id = summed.id
    ${after ? sql`where (${place}, summed.id) < (select ${place}, id from summed where id = ${after})` : sql``}
    order by ${place} desc, summed.id desc
    limit ${limit}`.execute(db)
  return rows
}
