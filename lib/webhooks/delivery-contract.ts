import { z } from 'zod'
import { contract, idParams, instant, nextCursor, pageShape, uuid } from '@/lib/api/contract'
import { oneOrMore } from '@/lib/queue/contract'

export const deliveryStatuses = ['pending', 'in_flight', 'succeeded', 'failed', 'permanent_failure'] as const

/** One event on its way to one endpoint. */
export const WebhookDelivery = z.strictObject({
  id: z.uuid(),
  event_id: z.uuid().meta({ description: 'The same over all retries and replays.' }),
  event: z.string(),
  status: z.enum(deliveryStatuses).meta({
    description:
      '`failed` is tried again at `next_attempt_at`, `permanent_failure` is not. A failed test ping is `failed` and is not ' +
      'tried again.',
  }),
  attempt_count: z.int(),
  next_attempt_at: z.iso
    .datetime()
    .nullable()
    .meta({
      description:
        'When it is tried next. Null while it is in flight, when it is done, and while it is on hold: the endpoint is off, or ' +
        'was reactivated without `replay_waiting`.',
    }),
  last_status_code: z.int().nullable().meta({ description: 'Null when there was no answer.' }),
  last_error: z.string().nullable(),
  replay_of: z.uuid().nullable().meta({ description: 'The delivery that this one repeats.' }),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type WebhookDelivery = z.output<typeof WebhookDelivery>

export const WebhookAttempt = z.strictObject({
  number: z.int(),
  started_at: z.iso.datetime(),
  duration_ms: z.int(),
  request_headers: z.record(z.string(), z.string()).meta({ description: 'As they were sent, without the signatures.' }),
  status_code: z.int().nullable().meta({ description: 'Null when there was no answer; `error` says why.' }),
  error: z.string().nullable(),
  response_body: z.string().nullable().meta({ description: 'The first 64 KiB of the answer, as text.' }),
  is_response_cut: z.boolean().meta({ description: 'The answer went on after that.' }),
})
export type WebhookAttempt = z.output<typeof WebhookAttempt>

export const WebhookDeliveryDetail = WebhookDelivery.extend({
  payload: z.record(z.string(), z.unknown()).meta({ description: 'The body that is sent, parsed.' }),
  attempts: z.array(WebhookAttempt).meta({ description: 'Oldest first.' }),
})
export type WebhookDeliveryDetail = z.output<typeof WebhookDeliveryDetail>

const path = '/api/v1/webhooks/:id/deliveries'
const deliveryParams = idParams.extend({ delivery_id: uuid })

/** So many are shown of what a replay of a range made, and so many are made at once. */
export const shownReplays = 200
export const replaysAtOnce = 10_000

export const listWebhookDeliveries = contract({
  method: 'GET',
  path,
  tag: 'Webhooks',
  summary: 'List deliveries',
  description: 'Newest first. Deliveries are kept for 30 days.',
  scope: 'webhooks:read',
  params: idParams,
  query: z.strictObject({ ...pageShape('deliveries'), status: oneOrMore(deliveryStatuses).optional() }),
  answers: { 200: z.strictObject({ deliveries: z.array(WebhookDelivery), next_cursor: nextCursor }) },
})

export const getWebhookDelivery = contract({
  method: 'GET',
  path: `${path}/:delivery_id`,
  tag: 'Webhooks',
  summary: 'Read a delivery with its attempts',
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
    'Sends the same event again, under the same event id, as a new delivery with retries of its own. An endpoint that is ' +
    'off is a `conflict`, and so is a test ping.',
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
  summary: 'Replay the deliveries of a time',
  description:
    'Sends the events again of which there is a delivery from `since` on and before `until`, and whose newest delivery ' +
    'is in one of the states: each once, under its own id. Test pings are left out. More than 10,000 events are a ' +
    '`conflict`: take less time at once. An endpoint that is off is one too.',
  scope: 'webhooks:write',
  idempotent: true,
  params: idParams,
  body: z.strictObject({
    since: instant,
    until: instant,
    status: z
      .array(z.enum(deliveryStatuses, { error: `must be of ${deliveryStatuses.join(', ')}` }))
      .min(1)
      .max(100)
      .optional()
      .meta({ description: 'Those in one of these states; `failed` and `permanent_failure` when left out.' }),
  }),
  answers: {
    201: z.strictObject({
      count: z.int(),
      deliveries: z
        .array(WebhookDelivery)
        .meta({ description: `The first ${shownReplays} of them, oldest event first.` }),
    }),
  },
  errors: ['conflict'],
})
