import { sql, type Transaction } from 'kysely'
import type { DB } from '@/lib/db/types.generated'

/**
 * A delivery that waits for an endpoint: not sent yet, or failed and not given up. Test pings never wait. A claim that
 * outlived its worker counts too.
 */
const isWaiting = sql`d.event <> 'test.ping'
  and (d.status in ('pending', 'failed') or (d.status = 'in_flight' and d.next_attempt_at <= now()))`

const statusAtRest = sql`case when d.status <> 'in_flight' then d.status
  when d.attempt_count > 0 then 'failed' else 'pending' end`

/**
 * Puts on hold what waits for an endpoint that is being turned on again: kept, and sent only when someone asks.
 *
 * @param endpointId of an endpoint that the transaction has locked
 */
export async function holdWaiting(tx: Transaction<DB>, endpointId: string): Promise<void> {
  await sql`
    update webhook_deliveries set next_attempt_at = null, status = waiting.status
    from (
      select d.id, ${statusAtRest} as status from webhook_deliveries d
      where d.endpoint_id = ${endpointId} and d.next_attempt_at is not null and ${isWaiting}
      order by d.id for update
    ) waiting
    where webhook_deliveries.id = waiting.id`.execute(tx)
}

/**
 * Makes everything on hold due now. An event that was replayed since then is not sent a second time.
 *
 * @param endpointId of an endpoint that the transaction has locked
 * @returns how many deliveries will be sent
 */
export async function sendHeld(tx: Transaction<DB>, endpointId: string): Promise<number> {
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
