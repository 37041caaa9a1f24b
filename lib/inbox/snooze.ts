import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'

/** Opens conversations whose snooze has ended. @returns their number */
export async function wakeSnoozed(db: Database): Promise<number> {
  const { numAffectedRows } = await sql`
    update inbox_conversations set status = 'open', snoozed_until = null, updated_at = now()
    where status = 'snoozed' and snoozed_until <= now()`.execute(db)
  return Number(numAffectedRows ?? 0)
}
