import { sql } from 'kysely'
import type { ChannelId } from '@/lib/channel-ids'
import type { Database } from '@/lib/db/pool'
import { pausedProjects } from '@/lib/queue-items/paused'
import { startedRow } from '@/lib/queue-items/started'
import { staleAfterSeconds } from '../retry-delays'

/** A row leased by this worker. Every later write checks the fence. */
export type Claim = { id: string; fence: number; project_id: string; story_id: string; channel: ChannelId }

/**
 * Stale rows are left to the sweep, so that nothing is posted an hour late. Started rows are claimed anyway, because
 * only a worker can determine their status.
 */
const isTimely = sql<boolean>`(scheduled_at >= now() - make_interval(secs => ${staleAfterSeconds}) or ${startedRow})`

/** Max due rows to rank at a time. Beyond it the oldest come first. */
const rankedMax = 20_000
/** Candidates per row wanted: other workers may be locking some of them right now. */
const candidatesPerRow = 4

/**
 * Claims due rows, oldest first and fairly: every connection gets its first row before any gets its second, and none
 * has more than `perConnection` in progress across all workers. Rows in progress count first. `next_attempt_at` moves
 * to the end of the lease, so the row of a crashed worker becomes due again. In a paused project only started rows
 * are claimed, to finish them. The database's clock decides what is due. The cost of the statement grows linearly
 * with the number of due rows even without table statistics: PGlite never has any.
 */
export async function claimDue(
  db: Database,
  options: { worker: string; limit: number; perConnection: number; leaseSeconds: number },
): Promise<Claim[]> {
  const { rows } = await sql<Claim>`
    with paused_connections as materialized (
      select project_id, channel from social_connections where disconnected_at is null and paused_until > now()
    ), paused_projects as materialized (${pausedProjects}), candidates as (
      (select id, project_id, channel, next_attempt_at, true as is_due from queue_items
        where status = 'approved' and next_attempt_at <= now() and ${isTimely}
          and (project_id, channel) not in (select project_id, channel from paused_connections)
          and (project_id not in (select project_id from paused_projects) or ${startedRow})
        order by next_attempt_at limit ${rankedMax})
      union all
      select id, project_id, channel, next_attempt_at, false from queue_items
        where status = 'approved' and lease_until > now()
    ), ranked as (
      select id, next_attempt_at, is_due, row_number() over (
        partition by project_id, channel order by is_due, next_attempt_at, id) as place
      from candidates
    ), picked as (
      select q.id from unnest(array(
        select id from ranked where is_due and place <= ${options.perConnection}
        order by place, next_attempt_at limit ${options.limit * candidatesPerRow}
      )) with ordinality as turn (id, number)
      join queue_items q on q.id = turn.id
      where q.status = 'approved' and q.next_attempt_at <= now()
      order by turn.number
      limit ${options.limit}
      for update of q skip locked
    )
    update queue_items q set
      lease_until = now() + make_interval(secs => ${options.leaseSeconds}),
      next_attempt_at = now() + make_interval(secs => ${options.leaseSeconds}),
      lease_owner = ${options.worker}, fence = q.fence + 1, claims = q.claims + 1
    from picked where q.id = picked.id
    returning q.id, q.fence, q.project_id, q.story_id, q.channel`.execute(db)
  return rows
}

/** Claims one row by its id if it is due. */
export async function claimOne(
  db: Database,
  id: string,
  options: { worker: string; leaseSeconds: number },
): Promise<Claim | null> {
  const { rows } = await sql<Claim>`
    update queue_items set
      lease_until = now() + make_interval(secs => ${options.leaseSeconds}),
      next_attempt_at = now() + make_interval(secs => ${options.leaseSeconds}),
      lease_owner = ${options.worker}, fence = fence + 1, claims = claims + 1
    where id = (
      select q.id from queue_items q
      where q.id = ${id} and q.status = 'approved' and q.next_attempt_at <= now() and ${isTimely} and not exists (
        select from social_connections c
        where c.project_id = q.project_id and c.channel = q.channel and c.disconnected_at is null and c.paused_until > now())
        and (q.project_id not in (${pausedProjects}) or ${startedRow})
      for update of q skip locked)
    returning id, fence, project_id, story_id, channel`.execute(db)
  return rows[0] ?? null
}

/**
 * Milliseconds until the next row is due; null when none is waiting. Ignores rows that have been due for a while: they
 * wait for their connection, and would hide a row that is due soon.
 */
export async function msUntilDue(db: Database): Promise<number | null> {
  const { rows } = await sql<{ ms: number | null }>`
    select (extract(epoch from min(next_attempt_at) - clock_timestamp()) * 1000)::float8 as ms
    from queue_items where status = 'approved' and next_attempt_at > now() - interval '1 second'`.execute(db)
  return rows[0]?.ms ?? null
}
