import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { Sums } from '@/lib/metrics/rates'
import { sumColumns } from '@/lib/metrics/sums'
import { type AnalyticsFilter, within } from './repository'

export type HourRow = { weekday: number; hour: number; posts: number; median: number }

/** Median engagement rate of the posts of each hour of the week. Only posts with impressions and engagement. */
export async function heatMapOf(
  db: Database,
  projectId: string,
  filter: AnalyticsFilter,
  timezone: string,
): Promise<HourRow[]> {
  const { rows } = await sql<HourRow>`
    select extract(isodow from local_at)::int as weekday, extract(hour from local_at)::int as hour,
      count(*)::int as posts, percentile_cont(0.5) within group (order by rate) as median
    from (
      select published_at at time zone ${timezone} as local_at, engagement::float8 / impressions as rate
      from post_metrics
      where ${within(projectId, filter)} and impressions > 0 and engagement is not null
    ) posts
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

export type PillarSums = Sums & { content_type: string | null; name: string | null; color: string | null }

/** One row per content type, in the order of the pillars. */
export async function sumByPillar(db: Database, projectId: string, filter: AnalyticsFilter): Promise<PillarSums[]> {
  const { rows } = await sql<PillarSums>`
    with posts as (
      select m.*, s.content_type
      from (select * from post_metrics where ${within(projectId, filter)}) m
      join stories s on s.id = m.story_id and s.project_id = ${projectId}
    ), summed as (select content_type, ${sumColumns} from posts group by content_type)
    select summed.*, p.name, p.color
    from summed left join pillars p on p.project_id = ${projectId} and p.content_type = summed.content_type
    order by p.position nulls last, summed.content_type nulls last`.execute(db)
  return rows
}
