import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { BenchmarkSums } from '@/lib/metrics/benchmarks'
import { metrics } from '@/lib/metrics/rates'
import { sampleColumns } from '@/lib/metrics/samples'
import { sumColumns } from '@/lib/metrics/sums'
import { type PillarRow, pillarColumns } from './repository'

/** Sums of a content type's posts in one of two windows. Metrics of posts younger than a day do not count. */
export type ContentSums = BenchmarkSums & {
  project_id: string
  content_type: string
  is_previous: boolean
  measured_posts: number
}

const settledMetrics = sql.join(
  metrics.map(
    (metric) => sql`case when m.settled_at is not null then ${sql.ref(`m.${metric}`)} end as ${sql.ref(metric)}`,
  ),
)

type WindowRequest = { projectIds: readonly string[]; contentTypes: readonly string[]; to: Date; windowDays: number }

/**
 * Sums over the last window, and over the window before. Does not join pillars: the planner would then read all stories
 * of each, because it expects as few as most pillars have.
 */
async function sumByContentType(
  db: Database,
  { projectIds, contentTypes, to, windowDays }: WindowRequest,
): Promise<ContentSums[]> {
  const [only, ...others] = projectIds
  const isWanted = others.length === 0 ? sql`= ${only}` : sql`= any(${[...projectIds]}::uuid[])`
  const ago = (days: number) => sql`${to}::timestamptz - make_interval(days => ${days}::int)`
  const { rows } = await sql<ContentSums>`
    with posts as (
      select s.project_id, s.content_type, m.published_at < ${ago(windowDays)} as is_previous, m.settled_at,
        ${settledMetrics}
      from post_metrics m join stories s on s.id = m.story_id
      where m.project_id ${isWanted} and m.published_at >= ${ago(2 * windowDays)} and m.published_at < ${to}
        and s.project_id ${isWanted} and s.content_type = any(${[...contentTypes]}::text[]) and s.content_type is not null
    )
    select project_id, content_type, is_previous, count(settled_at) as measured_posts, ${sumColumns}, ${sampleColumns}
    from posts group by project_id, content_type, is_previous`.execute(db)
  return rows
}

/** Sums of each pillar over its own `benchmark_window_days`, and the window before, by pillar id. */
export async function sumOwnWindows(
  db: Database,
  pillars: readonly PillarRow[],
  to: Date,
): Promise<Map<string, ContentSums[]>> {
  const found = new Map<string, ContentSums[]>()
  for (const windowDays of new Set(pillars.map(({ benchmark_window_days }) => benchmark_window_days))) {
    const alike = pillars.filter(({ benchmark_window_days }) => benchmark_window_days === windowDays)
    for (const [id, sums] of await sumWindow(db, alike, to, windowDays)) found.set(id, sums)
  }
  return found
}

/** Sums of each pillar over one window, and the window before, by pillar id. */
export async function sumWindow(
  db: Database,
  pillars: readonly PillarRow[],
  to: Date,
  windowDays: number,
): Promise<Map<string, ContentSums[]>> {
  if (pillars.length === 0) return new Map()
  const rows = await sumByContentType(db, {
    projectIds: [...new Set(pillars.map(({ project_id }) => project_id))],
    contentTypes: [...new Set(pillars.map(({ content_type }) => content_type))],
    to,
    windowDays,
  })
  return new Map(
    pillars.map(({ id, project_id, content_type }) => [
      id,
      rows.filter((row) => row.project_id === project_id && row.content_type === content_type),
    ]),
  )
}

/** Number of all posts in each window, by its days. */
export async function countPosts(
  db: Database,
  projectId: string,
  to: Date,
  windows: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ days: number; posts: number }>`
    select w.days, (
      select count(*) from post_metrics m
      where m.project_id = ${projectId} and not m.is_imported and m.published_at < ${to}
        and m.published_at >= ${to}::timestamptz - make_interval(days => w.days)
    ) as posts
    from unnest(${[...new Set(windows)]}::int[]) as w (days)`.execute(db)
  return new Map(rows.map(({ days, posts }) => [days, posts]))
}

export type PillarWithStories = PillarRow & {
  last_published_at: Date | null
  next_story_id: string | null
  next_title: string | null
  next_caption: string | null
  next_at: Date | null
}

/** The pillars of a project in list order, with their last published and next scheduled story. */
export async function listWithStories(db: Database, projectId: string, now: Date): Promise<PillarWithStories[]> {
  const { rows } = await sql<PillarWithStories>`
    select ${pillarColumns}, ${lastPublishedAt} as last_published_at,
      n.id as next_story_id, n.title as next_title, left(n.caption, 300) as next_caption, n.scheduled_at as next_at
    from pillars p
    left join lateral (
      select id, title, caption, scheduled_at from stories s
      where s.project_id = p.project_id and s.content_type = p.content_type and s.content_type is not null
        and s.status = 'scheduled' and s.scheduled_at >= ${now}
      order by s.scheduled_at limit 1) n on true
    where p.project_id = ${projectId}
    order by p.position, p.id`.execute(db)
  return rows
}

/** Of pillar `p`. */
export const lastPublishedAt = sql<Date | null>`(
  select s.published_at from stories s
  where s.project_id = p.project_id and s.content_type = p.content_type and s.content_type is not null
    and s.published_at is not null
  order by s.published_at desc limit 1)`
