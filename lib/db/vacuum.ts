import { sql } from 'kysely'
import type { Database } from './pool'

/** A table is vacuumed when it is larger by a fifth and this much than when it last was, and once a day. */
const grownMinBytes = 512 * 1024

/** The log of changes is closed when it is longer than this. */
const logMaxBytes = 32 * 1024 * 1024

/**
 * What autovacuum does on a server. The embedded database is one process without a background of its own: nobody but us
 * gathers its statistics, without which the planner guesses, and gives the room of dead rows back. It does not count
 * changes either, so growth is told by size.
 *
 * @returns the tables that were vacuumed; on a server none, as it looks after itself
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
  // One by one: every other client waits meanwhile.
  for (const { name } of rows) await sql`vacuum (analyze) ${sql.table(name)}`.execute(db)
  // Alone, the backend never does this: its log grew until the stop, and a start after a crash had to read all of it.
  const { rows: logs } = await sql<{ isLong: boolean }>`
    select version() like '%PGlite%' and pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) > ${logMaxBytes}::int as "isLong"
    from pg_control_checkpoint()`.execute(db)
  if (logs[0]?.isLong) await sql`checkpoint`.execute(db)
  return rows.map(({ name }) => name)
}
