import { sql } from 'kysely'
import { UnreadableCredentials } from '@/lib/connections/seal'
import { type Database, transaction } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { openTarget, type TargetRow, targetColumns } from './claim'
import { deliver } from './deliver'
import type { DeliveryRow } from './replay'
import { testPing } from './test-ping'

/** The `data` of a test ping. */
export const pingData = (endpoint: { id: string; project_id: string | null }) => ({
  project_id: endpoint.project_id,
  endpoint_id: endpoint.id,
  message: 'This is a test ping. Nothing has happened; your endpoint works when you can verify and read this.',
})

/**
 * Sends a test ping once, now, also to an endpoint that is off. It does not change the endpoint's health or
 * `failure_count`, and it is not an event of the project. Workers never pick it up (`next_attempt_at` stays null). Call
 * it outside a transaction.
 *
 * @returns the delivery, `succeeded` or `failed`
 * @throws UnreadableCredentials when the signing secret does not open
 */
export async function sendPing(
  db: Database,
  endpoint: { id: string; project_id: string | null },
): Promise<DeliveryRow> {
  const { rows } = await sql<TargetRow>`
    select ${targetColumns} from webhook_endpoints e where e.id = ${endpoint.id}`.execute(db)
  const target = rows[0] ? openTarget(rows[0]) : null
  if (!target) throw new UnreadableCredentials(`The signing secret of endpoint ${endpoint.id} cannot be read.`)
  const claimed = await transaction(db, async (tx) => {
    const eventId = newId()
    const event = await tx
      .insertInto('events')
      .values({
        id: eventId,
        project_id: endpoint.project_id,
        event: testPing,
        data: JSON.stringify(pingData(endpoint)),
        fanned_out_at: sql<Date>`now()`,
      })
      .returning(['created_at', sql<string>`data::text`.as('data')])
      .executeTakeFirstOrThrow()
    const delivery = await tx
      .insertInto('webhook_deliveries')
      .values({
        id: newId(),
        endpoint_id: endpoint.id,
        event_id: eventId,
        event: testPing,
        status: 'in_flight',
        fence: 1,
      })
      .returning(['id', 'endpoint_id', 'fence', 'attempt_count'])
      .executeTakeFirstOrThrow()
    const { created_at, data } = event
    return { ...delivery, event_id: eventId, event: testPing, event_created_at: created_at, sequence: null, data }
  })
  await deliver(db, { target, claimed })
  return db.selectFrom('webhook_deliveries').selectAll().where('id', '=', claimed.id).executeTakeFirstOrThrow()
}
