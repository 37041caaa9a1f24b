import { sql } from 'kysely'
import type { ChannelId } from '@/lib/channels/ids'
import type { Database } from '@/lib/db/pool'
import { begunRow } from './begun'
import { staleAfterSeconds } from './delays'
import { pausedProjects } from './paused'

/** A row that this worker holds until its lease ends. Every later write names the fence. */
export type Claim = { id: string; fence: number; project_id: string; story_id: string; channel: ChannelId }

/**
 * A stale row is for the sweep, however long no worker ran: nothing is posted an hour late. What was begun is ended all
 * the same, because only a worker can tell what became of it.
 */
const isTimely = sql<boolean>`(scheduled_at >= now() - make_interval(secs => ${staleAfterSeconds}) or ${begunRow})`

/** At most this many due rows are ranked at a time; beyond it the oldest come first. */
const rankedMax = 20_000
/** Of the rows whose turn it is another worker may be taking some at this very moment. */
const sparesPerRow = 4

/**
 * Takes due rows, oldest first and fairly: every connection gets its first row before any gets its second, and none
 * has more than `perConnection` under way, whatever the number of workers. `next_attempt_at` moves to the end of the
 * lease, so that the row of a dead worker is due again by itself.
 *
 * Of a paused project only what was begun is taken, to be ended. Due is decided by the database's clock. Rows under way take the first places of their connection. The statement is
 * built so that its cost grows with the number of due rows and not with its square, even in a database that has no
 * statistics: the embedded one never gathers any.
 */
export async function claimDue(
  db: Database,
  options: { worker: string; limit: number; perConnection: number; leaseSeconds: number },
): Promise<Claim[]> {
  const { rows } = await sql<Claim>`
    with paused as materialized (
      select project_id, channel from social_connections where disconnected_at is null and paused_until > now()
    ), resting as materialized (${pausedProjects}), candidates as (
      (select id, project_id, channel, next_attempt_at, true as is_due from queue_items
        where status = 'approved' and next_attempt_at <= now() and ${isTimely}
          and (project_id, channel) not in (select project_id, channel from paused)
          and (project_id not in (select project_id from resting) or ${begunRow})
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
        order by place, next_attempt_at limit ${options.limit * sparesPerRow}
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

/** Takes one row by its id, when it is due; for a trigger that names it. */
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
        and (q.project_id not in (${pausedProjects}) or ${begunRow})
      for update of q skip locked)
    returning id, fence, project_id, story_id, channel`.execute(db)
  return rows[0] ?? null
}

/**
 * Milliseconds until the next row is due; null when none waits. A row that has been due for a while waits for its
 * connection, and must not hide that another is due in a moment.
 */
export async function msUntilDue(db: Database): Promise<number | null> {
  const { rows } = await sql<{ ms: number | null }>`
    select (extract(epoch from min(next_attempt_at) - clock_timestamp()) * 1000)::float8 as ms
    from queue_items where status = 'approved' and next_attempt_at > now() - interval '1 second'`.execute(db)
  return rows[0]?.ms ?? null
}
