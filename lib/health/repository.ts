import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'

export type LastCheck = { last_looked_at: Date; silent_seconds: number }

/**
 * The last time any running worker checked for due posts. Both values use the database's clock, because servers
 * differ. A check that covered a time ahead counts from the end of that time.
 */
export async function findLastCheck(db: Database): Promise<LastCheck | undefined> {
  return db
    .selectFrom('workers')
    .select([
      'last_looked_at',
      sql<number>`greatest(0, extract(epoch from now() - last_looked_at) - covers_seconds)::float8`.as(
        'silent_seconds',
      ),
    ])
    .where('stopped_at', 'is', null)
    .orderBy(sql`last_looked_at + make_interval(secs => covers_seconds)`, 'desc')
    .limit(1)
    .executeTakeFirst()
}
