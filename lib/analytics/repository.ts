import { sql } from 'kysely'
import type { ChannelId } from '@/lib/channel-ids'
import type { Database } from '@/lib/db/pool'
import { type Metric, type Sums, sumNames } from '@/lib/metrics/rates'
import { sumColumns } from '@/lib/metrics/sums'
import type { AnalyticsInterval } from './contract'

export type AnalyticsFilter = {
  from: string | undefined
  to: string | undefined
  channels: readonly ChannelId[] | undefined
}

/** Sums of one channel. */
export type ChannelSums = Sums & { channel: ChannelId }

export const within = (projectId: string, { from, to, channels }: AnalyticsFilter) => sql`
  project_id = ${projectId}
  ${from ? sql`and published_at >= ${new Date(from)}` : sql``}
  ${to ? sql`and published_at < ${new Date(to)}` : sql``}
  ${channels ? sql`and channel = any(${[...channels]}::text[])` : sql``}`

/** One row per channel with posts in the range. */
export async function sumByChannel(db: Database, projectId: string, filter: AnalyticsFilter): Promise<ChannelSums[]> {
  const { rows } = await sql<ChannelSums>`
    select channel, ${sumColumns} from post_metrics where ${within(projectId, filter)} group by channel`.execute(db)
  return rows
}

/** First and last publish time of the filtered posts; null if there are none. */
export async function spanOf(db: Database, projectId: string, filter: AnalyticsFilter): Promise<[Date, Date] | null> {
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`
    select min(published_at) as first, max(published_at) as last from post_metrics
    where ${within(projectId, filter)}`.execute(db)
  const [span] = rows
  return span?.first && span.last ? [span.first, span.last] : null
}

export type Cut = { interval: AnalyticsInterval; timeZone: string }
export type PeriodSums = Sums & { date: string }

const step = ({ interval }: Cut) => sql`${`1 ${interval}`}::interval`
const cutAt = (at: ReturnType<typeof sql>, { interval, timeZone }: Cut) =>
  sql`date_trunc(${interval}, ${at} at time zone ${timeZone})`
const edges = ([first, last]: readonly [Date, Date], cut: Cut) =>
  [cutAt(sql`${first}::timestamptz`, cut), cutAt(sql`${last}::timestamptz`, cut)] as const

/** One row per period of the span, also without posts. */
export async function sumByPeriod(
  db: Database,
  projectId: string,
  filter: AnalyticsFilter,
  { span, cut }: { span: readonly [Date, Date]; cut: Cut },
): Promise<PeriodSums[]> {
  const [first, last] = edges(span, cut)
  const { rows } = await sql<PeriodSums>`
    with found as (
      select ${cutAt(sql`published_at`, cut)} as period, ${sumColumns} from post_metrics
      where ${within(projectId, filter)} group by 1)
    select to_char(periods.period, 'YYYY-MM-DD') as date, coalesce(posts, 0) as posts,
      ${sql.join(sumNames.map((name) => sql.ref(name)))}
    from generate_series(${first}, ${last}, ${step(cut)}) as periods (period)
    left join found on found.period = periods.period
    order by periods.period`.execute(db)
  return rows
}

/** One row per channel and period with posts. */
export async function sumByChannelAndPeriod(
  db: Database,
  projectId: string,
  filter: AnalyticsFilter,
  cut: Cut,
): Promise<(PeriodSums & { channel: ChannelId })[]> {
  const { rows } = await sql<PeriodSums & { channel: ChannelId }>`
    select channel, to_char(${cutAt(sql`published_at`, cut)}, 'YYYY-MM-DD') as date, ${sumColumns} from post_metrics
    where ${within(projectId, filter)} group by 1, 2 order by 2`.execute(db)
  return rows
}

export type StorySums = Sums & {
  id: string
  title: string | null
  primary_caption: string
  channels: ChannelId[]
  first_published_at: Date
  media_url: string | null
  is_imported: boolean
}

/** Stories sorted by one metric. A page starts after the current position of the previous page's last story. */
export async function listStorySums(
  db: Database,
  projectId: string,
  filter: AnalyticsFilter,
  { metric, after, limit }: { metric: Metric; after: string | undefined; limit: number },
): Promise<StorySums[]> {
  // Stories without a reported value come last, after a measured 0.
  const place = sql`coalesce(${sql.ref(metric)}, -1)`
  const { rows } = await sql<StorySums>`
    with summed as (
      select story_id as id, min(published_at) as first_published_at, array_agg(distinct channel) as channels, ${sumColumns}
      from post_metrics where ${within(projectId, filter)} group by story_id)
    select summed.*, s.title, s.caption as primary_caption, s.slides -> 0 ->> 'media_url' as media_url,
      s.origin = 'imported' as is_imported
    from summed join stories s on s.id = summed.id
    ${after ? sql`where (${place}, summed.id) < (select ${place}, id from summed where id = ${after})` : sql``}
    order by ${place} desc, summed.id desc
    limit ${limit}`.execute(db)
  return rows
}
