import { sql, type Transaction } from 'kysely'
import { database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { eventually } from '../faults/eventually'

type Step = (tx: Transaction<DB>) => Promise<unknown>

/**
 * The answer to a request that comes while another transaction holds a lock. The other one makes its change when the
 * request waits for it, and commits. Needs PostgreSQL: the embedded database runs one transaction at a time.
 */
export async function afterOther<T>(lock: Step, request: () => Promise<T>, change: Step): Promise<T> {
  const { answer } = await transaction(database(), async (tx) => {
    await lock(tx)
    const answer = request()
    await eventually(() => isWaitedFor(tx), 'The request waits for the lock', 10)
    await change(tx)
    // In an object, because a promise would be awaited before the commit.
    return { answer }
  })
  return answer
}

async function isWaitedFor(tx: Transaction<DB>): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(tx)
  return rows.length > 0
}
