import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { leaseSeconds } from './claim'
import { testPing } from './test-ping'

const rowsMax = 1_000

/**
 * Deliveries whose worker died are taken up again after their lease, but not at an endpoint that was switched off
 * meanwhile. There they would be under way for ever; so they wait like the others that wait for it.
 *
 * @returns how many
 */
export async function releaseAbandoned(db: Database): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_deliveries set updated_at = now(),
      status = case when attempt_count > 0 then 'failed' else 'pending' end
    where id in (
      select due.id from webhook_endpoints e cross join lateral (
        select d.id from webhook_deliveries d
        where d.endpoint_id = e.id and d.next_attempt_at <= now() and d.status = 'in_flight'
        limit ${rowsMax} for update skip locked
      ) due
      where not e.active
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Ends test pings whose process died before it recorded the result. They are not sent again: the person who asked for
 * one is gone.
 *
 * @returns how many
 */
export async function endAbandonedPings(db: Database): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_deliveries set status = 'failed', updated_at = now(), last_error = ${abandonedPing}
    where event = ${testPing} and status = 'in_flight' and updated_at < now() - make_interval(secs => ${leaseSeconds})
    `.execute(db)
  return Number(numAffectedRows ?? 0)
}

const abandonedPing = 'The server stopped while it sent this ping, so the result is unknown. Send another one.'
