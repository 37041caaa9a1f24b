import { sql, type Transaction } from 'kysely'
import type { DB } from '@/lib/db/types.generated'

/** Not sent yet, waiting for a retry, or with an expired lease. Test pings never wait. */
const isWaiting = sql`d.event <> 'test.ping'
  and (d.status in ('pending', 'failed') or (d.status = 'in_flight' and d.next_attempt_at <= now()))`

const statusWithoutLease = sql`case when d.status <> 'in_flight' then d.status
  when d.attempt_count > 0 then 'failed' else 'pending' end`

/**
 * Puts the waiting deliveries of an endpoint on hold when it is turned on again. They are sent only on request.
 *
 * @param endpointId of an endpoint that this transaction has locked
 */
export async function holdWaitingDeliveries(tx: Transaction<DB>, endpointId: string): Promise<void> {
  await sql`
    update webhook_deliveries set next_attempt_at = null, status = waiting.status
    from (
      select d.id, ${statusWithoutLease} as status from webhook_deliveries d
      where d.endpoint_id = ${endpointId} and d.next_attempt_at is not null and ${isWaiting}
      order by d.id for update
    ) waiting
    where webhook_deliveries.id = waiting.id`.execute(tx)
}

/**
 * Makes the deliveries on hold due now, except events that were replayed since.
 *
 * @param endpointId of an endpoint that this transaction has locked
 * @returns the number of deliveries that will be sent
 */
export async function sendHeldDeliveries(tx: Transaction<DB>, endpointId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_deliveries set next_attempt_at = now(), updated_at = now()
    from (
      select d.id from webhook_deliveries d
      where d.endpoint_id = ${endpointId} and d.next_attempt_at is null and ${isWaiting}
        and not exists (
          select from webhook_deliveries newer
          where newer.event_id = d.event_id and newer.endpoint_id = d.endpoint_id and newer.id > d.id)
      order by d.id for update
    ) held
    where webhook_deliveries.id = held.id`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
