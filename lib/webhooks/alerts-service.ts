import type { Context } from '@/lib/api/context'
import { type AnswerOf, type InputOf, isYes } from '@/lib/api/contract'
import { cutPage, decodeCursor } from '@/lib/api/pagination'
import type * as contracts from './alert-contract'
import { listAlerts, markAlertsRead } from './alerts-repository'
import { reachOf } from './reach'
import { serializeAlert } from './serializer'

export async function list(
  context: Context,
  { unread_only, limit, cursor }: InputOf<typeof contracts.listWebhookAlerts>,
): Promise<AnswerOf<typeof contracts.listWebhookAlerts>> {
  const reach = await reachOf(context, undefined, 'webhooks:read')
  const isUnreadOnly = isYes(unread_only)
  const rows = await listAlerts(context.db, reach, { isUnreadOnly, limit: limit + 1, after: decodeCursor(cursor) })
  const { page, next_cursor } = cutPage('alerts', rows, limit)
  return { alerts: page.map(serializeAlert), next_cursor }
}

/** Whoever may only read webhooks marks nothing: an alert is read for all. */
export async function markRead(
  context: Context,
  { alert_ids }: InputOf<typeof contracts.readWebhookAlerts>,
): Promise<AnswerOf<typeof contracts.readWebhookAlerts>> {
  const reach = await reachOf(context, undefined, 'webhooks:write')
  return { ok: true, count: await markAlertsRead(context.db, reach, alert_ids) }
}
