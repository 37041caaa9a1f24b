import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'

/**
 * Records that this worker has looked for due rows. Health checks read it.
 *
 * @param coversSeconds time until the next look for due rows
 */
export async function saveHeartbeat(db: Database, worker: string, coversSeconds = 0): Promise<void> {
  await sql`
    insert into workers (id, covers_seconds) values (${worker}, ${coversSeconds})
    on conflict (id) do update set last_looked_at = now(), covers_seconds = excluded.covers_seconds, stopped_at = null`.execute(
    db,
  )
}
