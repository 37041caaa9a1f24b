import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'

export type DueItem = { id: string; connection: string; due_at_ms: number }

/** Rows that are due within so many seconds, the earliest first; for a scheduler that starts each at its time. */
export async function itemsDueWithin(db: Database, seconds: number): Promise<DueItem[]> {
  const { rows } = await sql<DueItem>`
    select id, project_id || '/' || channel as connection,
      floor(extract(epoch from next_attempt_at) * 1000)::bigint as due_at_ms
    from queue_items
    where status = 'approved' and next_attempt_at <= now() + make_interval(secs => ${seconds})
    order by next_attempt_at limit 1000`.execute(db)
  return rows
}

/** Notes that this worker has looked for work, which is what its health is judged by. */
export async function notifyLooked(db: Database, worker: string): Promise<void> {
  await sql`
    insert into workers (id) values (${worker})
    on conflict (id) do update set last_looked_at = now(), stopped_at = null`.execute(db)
}
