import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { pausedProjects } from './paused'
import { startedRow } from './started'

export type DueItem = { id: string; connection: string; due_at_ms: number }

/** Limits the query to one project or one row. */
type Filter = { projectId?: string; itemId?: string }

/** Max rows of one connection per call, so that one connection cannot crowd out the others. */
const perConnection = 100

/**
 * Rows due within `seconds`, the earliest of each connection first, for a scheduler that starts each row at its time.
 *
 * An overdue row gets a new due time every minute. The scheduler deduplicates by row and time, so with the old time it
 * would never start the row again.
 */
export async function itemsDueWithin(db: Database, seconds: number, filter: Filter = {}): Promise<DueItem[]> {
  const projectId = filter.projectId ?? null
  const itemId = filter.itemId ?? null
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
        and (q.project_id not in (${pausedProjects}) or ${startedRow})
    ) as due
    where place <= ${perConnection}
    order by place, next_attempt_at limit 1000`.execute(db)
  return rows
}
