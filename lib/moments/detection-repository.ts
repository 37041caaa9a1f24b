import { sql, type Transaction } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { reliableKinds, syncAfterSeconds } from '@/lib/metrics/sync/plan'
import type { ComparedPost } from './detectors/compared-post'
import type { CountedPost, Totals } from './detectors/milestone'
import type { MomentKind, Severity } from './kinds'

/** A reading later than this after its planned time is not comparable. */
const delayMaxSeconds = 12 * 3_600
const reliable = [...reliableKinds]
const planned = JSON.stringify(reliable.map((kind) => ({ kind, after_seconds: syncAfterSeconds[kind] })))

const isUnchecked = sql`moments_checked_at is null and kind in ('24h', '72h', '7d')`

/** Marks readings that are too old for a moment. */
export async function skipOldReadings(db: Database, since: Date): Promise<void> {
  await sql`update metric_readings set moments_checked_at = now() where ${isUnchecked} and taken_at < ${since}`.execute(
    db,
  )
}

/** Projects with readings to check. */
export async function projectsToCheck(db: Database): Promise<string[]> {
  const { rows } = await sql<{ project_id: string }>`
    select project_id from metric_readings where ${isUnchecked} group by project_id order by min(taken_at)`.execute(db)
  return rows.map(({ project_id }) => project_id)
}

/** `until` is exclusive. */
export type Batch = { readingIds: string[]; earliest: Date; until: Date }

/** The next readings of a project to check, in order of publishing. Null if there are none. */
export async function nextReadings(db: Database, projectId: string, limit: number): Promise<Batch | null> {
  const { rows } = await sql<{ id: string; published_at: Date }>`
    select r.id, m.published_at from metric_readings r join post_metrics m on m.queue_item_id = r.queue_item_id
    where r.project_id = ${projectId} and r.moments_checked_at is null and r.kind in ('24h', '72h', '7d')
      and not m.is_imported
    order by m.published_at, r.taken_at limit ${limit}`.execute(db)
  const first = rows[0]
  const last = rows.at(-1)
  if (!first || !last) return null
  // Dates have milliseconds, the database microseconds.
  const until = new Date(last.published_at.getTime() + 1)
  return { readingIds: rows.map(({ id }) => id), earliest: first.published_at, until }
}

/** Posts before the first new one that are loaded for comparison. */
const earlierMax = 1_000

/** Readings of the posts of a batch and of those before it, oldest post first. */
export async function readingsUpTo(
  db: Database,
  projectId: string,
  { earliest, until }: Batch,
): Promise<(ComparedPost & { reading_id: string })[]> {
  const { rows } = await sql<ComparedPost & { reading_id: string }>`
    with posts as (
      (select queue_item_id, story_id, channel, published_at from post_metrics
        where project_id = ${projectId} and published_at < ${earliest} and settled_at is not null and not is_imported
        order by published_at desc limit ${earlierMax})
      union all
      select queue_item_id, story_id, channel, published_at from post_metrics
      where project_id = ${projectId} and published_at >= ${earliest} and published_at < ${until} and not is_imported
    )
    select r.id as reading_id, p.story_id, p.channel, p.published_at, r.kind, r.taken_at,
      coalesce(s.channel_overrides -> p.channel ->> 'post_type', s.post_type) as post_type,
      r.impressions, r.reach, r.saves, coalesce(r.clicks, r.tracked_clicks) as clicks,
      case when num_nonnulls(r.likes, r.comments, r.shares, r.saves, r.clicks) > 0 then
        coalesce(r.likes, 0) + coalesce(r.comments, 0) + coalesce(r.shares, 0) + coalesce(r.saves, 0)
        + coalesce(r.clicks, 0) end as engagement
    from posts p
    join stories s on s.id = p.story_id
    join metric_readings r on r.queue_item_id = p.queue_item_id
    join jsonb_to_recordset(${planned}::jsonb) as plan (kind text, after_seconds integer) on plan.kind = r.kind
    where r.taken_at <= p.published_at + make_interval(secs => plan.after_seconds + ${delayMaxSeconds})
    order by p.published_at, p.queue_item_id`.execute(db)
  return rows
}

/** Totals of the posts published before a batch, and the posts since. */
export async function totalsSince(
  db: Database,
  projectId: string,
  { earliest, until }: Batch,
): Promise<{ before: Totals; posts: CountedPost[] }> {
  const { rows } = await sql<Totals>`
    select count(*) as posts, coalesce(sum(impressions), 0)::bigint as impressions,
      coalesce(sum(engagement), 0)::bigint as engagement, coalesce(sum(clicks), 0)::bigint as clicks
    from post_metrics where project_id = ${projectId} and published_at < ${earliest} and not is_imported`.execute(db)
  const posts = await sql<CountedPost>`
    select story_id, published_at, coalesce(settled_at, as_of, published_at) as read_at, impressions, engagement, clicks
    from post_metrics where project_id = ${projectId} and published_at >= ${earliest} and published_at < ${until}
      and not is_imported
    order by published_at, queue_item_id`.execute(db)
  return { before: rows[0] ?? { posts: 0, impressions: 0, engagement: 0, clicks: 0 }, posts: posts.rows }
}

export async function titlesOf(
  db: Database,
  projectId: string,
  storyIds: readonly string[],
): Promise<Map<string, { title: string | null; caption: string }>> {
  if (storyIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('stories')
    .select(['id', 'title', 'caption'])
    .where('project_id', '=', projectId)
    .where('id', 'in', storyIds)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** @returns how many were not checked before */
export async function markChecked(tx: Transaction<DB>, readingIds: readonly string[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update metric_readings set moments_checked_at = now()
    where id = any(${[...readingIds]}::uuid[]) and moments_checked_at is null`.execute(tx)
  return Number(numAffectedRows)
}

export type KnownMoment = { id: string; kind: MomentKind; subject: string; severity: Severity; detected_at: Date }

/** Moments of these kinds and subjects, and slumps since a time. */
export async function knownMoments(
  db: Database,
  projectId: string,
  subjects: readonly string[],
  slumpsSince: Date,
): Promise<KnownMoment[]> {
  const { rows } = await sql<KnownMoment>`
    select id, kind, subject, severity, detected_at from moments
    where project_id = ${projectId}
      and (subject = any(${[...subjects]}::text[]) or (kind = 'slump' and detected_at >= ${slumpsSince}))`.execute(db)
  return rows
}

/** How many moments each day in the time zone has, in all and of low severity. */
export async function countByDay(
  db: Database,
  projectId: string,
  days: { since: Date; timeZone: string },
): Promise<Map<string, { all: number; low: number }>> {
  const { rows } = await sql<{ day: string; all: number; low: number }>`
    select to_char(detected_at at time zone ${days.timeZone}, 'YYYY-MM-DD') as day, count(*) as all,
      count(*) filter (where severity = 'low') as low
    from moments where project_id = ${projectId} and detected_at >= ${days.since} group by 1`.execute(db)
  return new Map(rows.map(({ day, all, low }) => [day, { all: Number(all), low: Number(low) }]))
}
