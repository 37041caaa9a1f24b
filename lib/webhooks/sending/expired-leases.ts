import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { testPing } from '../events'
import { leaseSeconds } from './claim'

const maxRows = 1_000

/**
 * Ends expired leases at endpoints that are off. Elsewhere a worker claims such deliveries again; these would stay
 * `in_flight` forever.
 *
 * @returns the number of deliveries changed
 */
export async function endExpiredLeases(db: Database): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_deliveries set updated_at = now(),
      status = case when attempt_count > 0 then 'failed' else 'pending' end
    where id in (
      select due.id from webhook_endpoints e cross join lateral (
        select d.id from webhook_deliveries d
        where d.endpoint_id = e.id and d.next_attempt_at <= now() and d.status = 'in_flight'
        limit ${maxRows} for update skip locked
      ) due
      where not e.active
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Fails test pings whose process died before it recorded the result. They are not retried, because no one waits for
 * the result.
 *
 * @returns the number of deliveries changed
 */
export async function failInterruptedPings(db: Database): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_deliveries set status = 'failed', updated_at = now(), last_error = ${interruptedPing}
    where event = ${testPing} and status = 'in_flight' and updated_at < now() - make_interval(secs => ${leaseSeconds})
    `.execute(db)
  return Number(numAffectedRows ?? 0)
}

const interruptedPing = 'The server stopped while sending this ping, so the result is unknown. Send another one.'
