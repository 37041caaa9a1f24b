import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { cutPage, decodeCursor } from '@/lib/api/pagination'
import { transaction } from '@/lib/db/pool'
import { conflict, invalid, notFound } from '@/lib/errors'
import { accessEndpoint } from '../access/access-endpoint'
import type { EndpointRow } from '../access/find-endpoints'
import type * as contracts from './contract'
import { maxListedReplays, maxReplays } from './contract'
import { replayOne, replayRange, TooManyEvents } from './replay'
import { type DeliveryRow, findDeliveries, findDelivery, findPayload, listAttempts, listDeliveries } from './repository'
import { serializeAttempt, serializeDelivery } from './serializer'

export async function list(
  context: Context,
  { id, status, limit, cursor }: InputOf<typeof contracts.listWebhookDeliveries>,
): Promise<AnswerOf<typeof contracts.listWebhookDeliveries>> {
  const { active } = await accessEndpoint(context, id, 'webhooks:read')
  const page = { statuses: status, limit: limit + 1, after: decodeCursor(cursor) }
  const cut = cutPage('deliveries', await listDeliveries(context.db, id, page), limit)
  return { deliveries: cut.page.map((row) => serializeDelivery(row, active)), next_cursor: cut.next_cursor }
}

export async function get(
  context: Context,
  input: InputOf<typeof contracts.getWebhookDelivery>,
): Promise<AnswerOf<typeof contracts.getWebhookDelivery>> {
  const { active } = await accessEndpoint(context, input.id, 'webhooks:read')
  const delivery = await deliveryOf(context, input)
  const payload = await findPayload(context.db, delivery.event_id)
  if (!payload) throw notFound('delivery')
  const attempts = await listAttempts(context.db, delivery.id)
  return { ...serializeDelivery(delivery, active), payload, attempts: attempts.map(serializeAttempt) }
}

export async function replay(
  context: Context,
  input: InputOf<typeof contracts.replayWebhookDelivery>,
): Promise<AnswerOf<typeof contracts.replayWebhookDelivery>> {
  const endpoint = await accessEndpoint(context, input.id, 'webhooks:write')
  const delivery = await deliveryOf(context, input)
  if (delivery.event === 'test.ping') throw conflict('Test pings cannot be replayed. Send another one.')
  requireActive(endpoint)
  const row = await transaction(context.db, (tx) => replayOne(tx, { ...delivery, endpoint_id: endpoint.id }))
  return { delivery: serializeDelivery(row, endpoint.active) }
}

export async function replayAll(
  context: Context,
  { id, since, until, status }: InputOf<typeof contracts.replayWebhookDeliveries>,
): Promise<AnswerOf<typeof contracts.replayWebhookDeliveries>> {
  const endpoint = await accessEndpoint(context, id, 'webhooks:write')
  if (since >= until) throw invalid('until', 'must be after since.', 'not_after_since')
  requireActive(endpoint)
  const range = {
    since: new Date(since),
    until: new Date(until),
    statuses: status ?? ['failed', 'permanent_failure'],
    maxEvents: maxReplays,
  }
  return transaction(context.db, async (tx) => {
    const { count, ids } = await replayRange(tx, id, range).catch(asConflict)
    const shown = await findDeliveries(tx, id, ids.slice(0, maxListedReplays))
    return { count, deliveries: shown.map((row) => serializeDelivery(row, endpoint.active)) }
  })
}

function asConflict(error: unknown): never {
  if (!(error instanceof TooManyEvents)) throw error
  throw conflict(`More than ${maxReplays.toLocaleString('en')} events match. Replay a shorter time range.`)
}

async function deliveryOf(
  { db }: Context,
  { id, delivery_id }: { id: string; delivery_id: string },
): Promise<DeliveryRow> {
  const row = await findDelivery(db, id, delivery_id)
  if (!row) throw notFound('delivery')
  return row
}

/** A replay would never be sent while the endpoint is off. */
function requireActive({ active }: EndpointRow): void {
  if (!active) throw conflict('This endpoint is off. Reactivate it first.')
}
