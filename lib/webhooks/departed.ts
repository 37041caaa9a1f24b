import { sql, type Transaction } from 'kysely'
import type { DB } from '@/lib/db/types.generated'
import { takeFanOutLock } from './fan-out'

/**
 * Makes the endpoints that a person has for all their projects forget one of them: what waits is not sent, what was
 * sent can neither be read nor replayed there. To be called after the membership is gone, in its transaction.
 */
export async function forgetProjectOf(tx: Transaction<DB>, projectId: string, userId: string): Promise<void> {
  // A fan-out under way may still count the person in; the next one sees that they are gone.
  await takeFanOutLock(tx)
  const { rows } = await sql<{ id: string }>`
    select id from webhook_endpoints where user_id = ${userId} and project_id is null
    order by id for no key update`.execute(tx)
  if (rows.length === 0) return
  await sql`
    delete from webhook_deliveries d using events v
    where v.id = d.event_id and v.project_id = ${projectId} and d.endpoint_id = any(${rows.map(({ id }) => id)}::uuid[])
    `.execute(tx)
}
