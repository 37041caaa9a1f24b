import { sql, type Transaction } from 'kysely'
import type { DB } from '@/lib/db/types.generated'
import { acquireFanOutLock } from './fan-out'

/**
 * Deletes the deliveries of one project at a user's account-wide endpoints, so that they can be neither sent, read nor
 * replayed. Call it in the transaction that removed the member, after the removal.
 */
export async function deleteDeliveriesOfMember(tx: Transaction<DB>, projectId: string, userId: string): Promise<void> {
  // A running fan-out may still see the member. Wait for it, so that its deliveries are deleted too.
  await acquireFanOutLock(tx)
  const { rows } = await sql<{ id: string }>`
    select id from webhook_endpoints where user_id = ${userId} and project_id is null
    order by id for no key update`.execute(tx)
  if (rows.length === 0) return
  await sql`
    delete from webhook_deliveries d using events v
    where v.id = d.event_id and v.project_id = ${projectId} and d.endpoint_id = any(${rows.map(({ id }) => id)}::uuid[])
    `.execute(tx)
}
