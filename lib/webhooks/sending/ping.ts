import { type Selectable, sql } from 'kysely'
import { type Database, transaction } from '@/lib/db/pool'
import type { WebhookDeliveries } from '@/lib/db/types.generated'
import { UnreadableCredentials } from '@/lib/encryption/seal'
import { newId } from '@/lib/ids'
import { pingData, testPing } from '../events'
import { deliver } from './deliver'
import { bodyOf } from './envelope'
import { readTarget, type TargetRow, targetColumns } from './target'

type DeliveryRow = Selectable<WebhookDeliveries>

/**
 * Sends a test ping once, also to an endpoint that is off. It does not change the endpoint's health or `failure_count`,
 * and it is not an event of the project. Workers never claim it, because `next_attempt_at` stays null. Call it outside a
 * transaction.
 *
 * @returns the delivery, `succeeded` or `failed`
 * @throws UnreadableCredentials when the signing secret cannot be decrypted
 */
export async function sendPing(
  db: Database,
  endpoint: { id: string; project_id: string | null },
): Promise<DeliveryRow> {
  const { rows } = await sql<TargetRow>`
    select ${targetColumns} from webhook_endpoints e where e.id = ${endpoint.id}`.execute(db)
  const target = rows[0] ? readTarget(rows[0]) : null
  if (!target) throw new UnreadableCredentials(`The signing secret of endpoint ${endpoint.id} cannot be decrypted.`)
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
    const stored = { event_id: eventId, event: testPing, event_created_at: event.created_at, sequence: null }
    return { ...delivery, event_id: eventId, event: testPing, body: bodyOf({ ...stored, data: event.data }) }
  })
  await deliver(db, { target, claimed })
  return db.selectFrom('webhook_deliveries').selectAll().where('id', '=', claimed.id).executeTakeFirstOrThrow()
}
