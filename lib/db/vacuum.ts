import { sql } from 'kysely'
import type { Database } from './pool'

/** A table is vacuumed once a day, and after it grew by a fifth plus this size. */
const grownMinBytes = 512 * 1024

/** WAL size that triggers a checkpoint. */
const logMaxBytes = 32 * 1024 * 1024

/**
 * Does the work of autovacuum for the embedded database, which has no background process: collects statistics for the
 * planner and frees dead rows. It does not count changes, so table growth is the trigger.
 *
 * @returns the vacuumed tables; on a server none, because it runs autovacuum itself
 */
export async function vacuumEmbedded(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    left join pg_stat_user_tables s on s.relid = c.oid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and version() like '%PGlite%'
      and pg_relation_size(c.oid) > 0
      and (pg_relation_size(c.oid) > 1.2 * c.relpages * current_setting('block_size')::int + ${grownMinBytes}::int
        or coalesce(s.last_vacuum, '-infinity') < now() - interval '1 day')
    order by 1`.execute(db)
  // One by one, because other clients wait during each.
  for (const { name } of rows) await sql`vacuum (analyze) ${sql.table(name)}`.execute(db)
  // The backend never does this automatically. The WAL would grow until shutdown, and a start after a crash would read
  // all of it.
  const { rows: logs } = await sql<{ isLong: boolean }>`
    select version() like '%PGlite%' and pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) > ${logMaxBytes}::int as "isLong"
    from pg_control_checkpoint()`.execute(db)
  if (logs[0]?.isLong) await sql`checkpoint`.execute(db)
  return rows.map(({ name }) => name)
}
