import { z } from 'zod'
import { contract, nextCursor, pageShape, uuid, yesNo } from '@/lib/api/contract'

/** A notice that an endpoint fails. */
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
  summary: 'List alerts of failing endpoints',
  description: 'Newest first, for every endpoint that you can see.',
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
    'Marks the alerts in `alert_ids`, or all. An alert is read for everyone who sees its endpoint. Ids of alerts that you ' +
    'may not mark are ignored. `count` is the number of alerts that were unread.',
  scope: 'webhooks:write',
  idempotent: true,
  isBodyOptional: true,
  body: z.strictObject({
    alert_ids: z.array(uuid).min(1).max(200).optional().meta({ description: 'Default: all alerts.' }),
  }),
  answers: { 200: z.strictObject({ ok: z.literal(true), count: z.int() }) },
})
