import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { begunRow } from './begun'
import { pausedProjects } from './paused'

export type DueItem = { id: string; connection: string; due_at_ms: number }

/** Limits a look to one project or one row. */
type Only = { projectId?: string; itemId?: string }

/** More than this many rows of one connection are not told of at a time, so that no connection hides another. */
const perConnection = 100

/**
 * Rows that are due within so many seconds, the earliest of each connection first; for a scheduler that starts each at
 * its time. One that is overdue, because its start came to nothing, is due anew in every minute: whoever starts rows
 * by the name of row and time would never start it again by the old one.
 */
export async function itemsDueWithin(db: Database, seconds: number, only: Only = {}): Promise<DueItem[]> {
  const projectId = only.projectId ?? null
  const itemId = only.itemId ?? null
  const { rows } = await sql<DueItem>`
    select id, connection, due_at_ms from (
      select q.id, q.project_id || '/' || q.channel as connection, q.next_attempt_at,
        ceil(extract(epoch from greatest(q.next_attempt_at, date_trunc('minute', now()))) * 1000)::bigint as due_at_ms,
        row_number() over (partition by q.project_id, q.channel order by q.next_attempt_at, q.id) as place
      from queue_items q
      where q.status = 'approved' and q.next_attempt_at <= now() + make_interval(secs => ${seconds}) and not exists (
        select from social_connections c
        where c.project_id = q.project_id and c.channel = q.channel and c.disconnected_at is null and c.paused_until > now())
        and (${projectId}::uuid is null or q.project_id = ${projectId}::uuid)
        and (${itemId}::uuid is null or q.id = ${itemId}::uuid)
        and (q.project_id not in (${pausedProjects}) or ${begunRow})
    ) as due
    where place <= ${perConnection}
    order by place, next_attempt_at limit 1000`.execute(db)
  return rows
}

/**
 * Notes that this worker has looked for work, which is what its health is judged by.
 *
 * @param coversSeconds how far ahead it has looked; it need not look again before that
 */
export async function notifyLooked(db: Database, worker: string, coversSeconds = 0): Promise<void> {
  await sql`
    insert into workers (id, covers_seconds) values (${worker}, ${coversSeconds})
    on conflict (id) do update set last_looked_at = now(), covers_seconds = excluded.covers_seconds, stopped_at = null`.execute(
    db,
  )
}
