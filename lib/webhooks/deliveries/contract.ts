import { z } from 'zod'
import { contract, idParams, instant, nextCursor, oneOrMore, pageShape, uuid } from '@/lib/api/contract'

export const deliveryStatuses = ['pending', 'in_flight', 'succeeded', 'failed', 'permanent_failure'] as const

/** One event sent to one endpoint. */
export const WebhookDelivery = z.strictObject({
  id: z.uuid(),
  event_id: z.uuid().meta({ description: 'The same for all retries and replays.' }),
  event: z.string(),
  status: z.enum(deliveryStatuses).meta({
    description:
      '`failed` is retried at `next_attempt_at`, `permanent_failure` is not retried. A failed test ping is `failed` and is ' +
      'not retried.',
  }),
  attempt_count: z.int(),
  next_attempt_at: z.iso
    .datetime()
    .nullable()
    .meta({
      description:
        'Time of the next attempt. Null while in flight, when done, and while on hold: the endpoint is off, or was ' +
        'reactivated without `replay_waiting`.',
    }),
  last_status_code: z.int().nullable().meta({ description: 'Null when there was no response.' }),
  last_error: z.string().nullable(),
  replay_of: z.uuid().nullable().meta({ description: 'The delivery that this one replays.' }),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type WebhookDelivery = z.output<typeof WebhookDelivery>

export const WebhookAttempt = z.strictObject({
  number: z.int(),
  started_at: z.iso.datetime(),
  duration_ms: z.int(),
  request_headers: z.record(z.string(), z.string()).meta({ description: 'As sent, without the signatures.' }),
  status_code: z.int().nullable().meta({ description: 'Null when there was no response. See `error`.' }),
  error: z.string().nullable(),
  response_body: z.string().nullable().meta({ description: 'The first 64 KiB of the response, as text.' }),
  is_response_cut: z.boolean().meta({ description: 'The response was longer.' }),
})
export type WebhookAttempt = z.output<typeof WebhookAttempt>

export const WebhookDeliveryDetail = WebhookDelivery.extend({
  payload: z.record(z.string(), z.unknown()).meta({ description: 'The request body, parsed.' }),
  attempts: z.array(WebhookAttempt).meta({ description: 'Oldest first.' }),
})
export type WebhookDeliveryDetail = z.output<typeof WebhookDeliveryDetail>

const path = '/api/v1/webhooks/:id/deliveries'
const deliveryParams = idParams.extend({ delivery_id: uuid })

/** Max deliveries in the response of a range replay. */
export const maxListedReplays = 200
/** Max deliveries that a range replay creates. */
export const maxReplays = 10_000

export const listWebhookDeliveries = contract({
  method: 'GET',
  path,
  tag: 'Webhooks',
  summary: 'List deliveries',
  description: 'Newest first. Deliveries are deleted after 30 days.',
  scope: 'webhooks:read',
  params: idParams,
  query: z.strictObject({ ...pageShape('deliveries'), status: oneOrMore(deliveryStatuses).optional() }),
  answers: { 200: z.strictObject({ deliveries: z.array(WebhookDelivery), next_cursor: nextCursor }) },
})

export const getWebhookDelivery = contract({
  method: 'GET',
  path: `${path}/:delivery_id`,
  tag: 'Webhooks',
  summary: 'Get a delivery with its attempts',
  scope: 'webhooks:read',
  params: deliveryParams,
  answers: { 200: WebhookDeliveryDetail },
})

export const replayWebhookDelivery = contract({
  method: 'POST',
  path: `${path}/:delivery_id/replay`,
  tag: 'Webhooks',
  summary: 'Replay a delivery',
  description:
    'Sends the same event again, with the same event id, as a new delivery with its own retries. Returns `conflict` if the ' +
    'endpoint is off or the delivery is a test ping.',
  scope: 'webhooks:write',
  idempotent: true,
  params: deliveryParams,
  isBodyOptional: true,
  answers: { 201: z.strictObject({ delivery: WebhookDelivery }) },
  errors: ['conflict'],
})

export const replayWebhookDeliveries = contract({
  method: 'POST',
  path: `${path}/replay`,
  tag: 'Webhooks',
  summary: 'Replay the deliveries of a time range',
  description:
    'Sends every event again that has a delivery in the range (`since` included, `until` not) and whose newest delivery ' +
    'has one of the statuses. Each event is sent once, with its own id. Test pings are skipped. Returns `conflict` if more ' +
    'than 10,000 events match, or if the endpoint is off.',
  scope: 'webhooks:write',
  idempotent: true,
  params: idParams,
  body: z.strictObject({
    since: instant,
    until: instant,
    status: z
      .array(z.enum(deliveryStatuses, { error: `must be one of ${deliveryStatuses.join(', ')}` }))
      .min(1)
      .max(100)
      .optional()
      .meta({ description: 'Default: `failed` and `permanent_failure`.' }),
  }),
  answers: {
    201: z.strictObject({
      count: z.int(),
      deliveries: z
        .array(WebhookDelivery)
        .meta({ description: `The first ${maxListedReplays} new deliveries, oldest event first.` }),
    }),
  },
  errors: ['conflict'],
})
