import { z } from 'zod'
import { contract, nextCursor, pageShape, uuid, yesNo } from '@/lib/api/contract'

/** News of an endpoint that fails. */
export const WebhookAlert = z.strictObject({
  id: z.uuid(),
  endpoint_id: z.uuid(),
  kind: z.enum(['unhealthy', 'auto_disabled']),
  message: z.string(),
  read_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
})
export type WebhookAlert = z.output<typeof WebhookAlert>

const path = '/api/v1/webhooks/alerts'

export const listWebhookAlerts = contract({
  method: 'GET',
  path,
  tag: 'Webhooks',
  summary: 'List alerts of endpoints that fail',
  description: 'Newest first, of every endpoint that you see.',
  scope: 'webhooks:read',
  query: z.strictObject({
    ...pageShape('alerts'),
    unread_only: yesNo.optional(),
  }),
  answers: { 200: z.strictObject({ alerts: z.array(WebhookAlert), next_cursor: nextCursor }) },
})

export const readWebhookAlerts = contract({
  method: 'POST',
  path: `${path}/read`,
  tag: 'Webhooks',
  summary: 'Mark alerts as read',
  description:
    'Those that are named, or all. An alert is read for everybody who sees its endpoint. Ids of none that you may mark are ' +
    'passed over, and so are alerts that were read before: `count` says how many are newly read.',
  scope: 'webhooks:write',
  idempotent: true,
  isBodyOptional: true,
  body: z.strictObject({
    alert_ids: z.array(uuid).min(1).max(200).optional().meta({ description: 'Left out: all of them.' }),
  }),
  answers: { 200: z.strictObject({ ok: z.literal(true), count: z.int() }) },
})
