import type { Context } from '@/lib/access/context'
import { type AnswerOf, type InputOf, isYes } from '@/lib/api/contract'
import { cutPage, decodeCursor } from '@/lib/api/pagination'
import { endpointScope } from '../access/endpoint-scope'
import type * as contracts from './contract'
import { listAlerts, markAlertsRead } from './repository'
import { serializeAlert } from './serializer'

export async function list(
  context: Context,
  { unread_only, limit, cursor }: InputOf<typeof contracts.listWebhookAlerts>,
): Promise<AnswerOf<typeof contracts.listWebhookAlerts>> {
  const scope = await endpointScope(context, undefined, 'webhooks:read')
  const isUnreadOnly = isYes(unread_only)
  const rows = await listAlerts(context.db, scope, { isUnreadOnly, limit: limit + 1, after: decodeCursor(cursor) })
  const { page, next_cursor } = cutPage('alerts', rows, limit)
  return { alerts: page.map(serializeAlert), next_cursor }
}

/** Needs the write scope, because an alert is read for everyone who sees its endpoint. */
export async function markRead(
  context: Context,
  { alert_ids }: InputOf<typeof contracts.readWebhookAlerts>,
): Promise<AnswerOf<typeof contracts.readWebhookAlerts>> {
  const scope = await endpointScope(context, undefined, 'webhooks:write')
  return { ok: true, count: await markAlertsRead(context.db, scope, alert_ids) }
}
