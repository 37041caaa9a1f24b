import { z } from 'zod'
import {
  aliased,
  contract,
  idParams,
  nextCursor,
  pageShape,
  projectAlias,
  projectShape,
  uuid,
  yesNo,
} from '@/lib/api/contract'
import { eventNames } from '@/lib/events/names'
import { WebhookDelivery } from '../deliveries/contract'

/** Names an endpoint can subscribe to. `ping` and `test.ping` have no effect: test pings need no subscription. */
export const subscriptions = [...eventNames, '*', 'ping', 'test.ping'] as const

export const endpointHealth = ['healthy', 'unhealthy', 'auto_disabled'] as const

/** A URL that receives events. Only the response that created it has the secret. */
export const WebhookEndpoint = z.strictObject({
  id: z.uuid(),
  project_id: z.uuid().nullable().meta({
    description: 'Null: account-wide. It receives the events of every project in which its creator may read webhooks.',
  }),
  url: z.string(),
  description: z.string().nullable(),
  events: z.array(z.enum(subscriptions)),
  active: z.boolean().meta({ description: 'False: nothing is sent. Waiting deliveries stay on hold.' }),
  health_status: z.enum(endpointHealth),
  consecutive_failures: z.int().meta({
    description: 'Failed attempts in a row, over all deliveries: 3 are `unhealthy`, 10 `auto_disabled`.',
  }),
  failure_count: z.int().meta({ description: 'Deliveries that failed permanently. Test pings do not count.' }),
  previous_secret_expires_at: z.iso.datetime().nullable().meta({
    description: 'Until then the previous secret signs too. Null: there is no previous secret.',
  }),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type WebhookEndpoint = z.output<typeof WebhookEndpoint>

/** An endpoint in a list, with its last delivery. */
export const ListedWebhookEndpoint = WebhookEndpoint.extend({
  last_delivery: WebhookDelivery.nullable().meta({
    description: 'The newest delivery, test pings included. Null: none in the last 30 days.',
  }),
})
export type ListedWebhookEndpoint = z.output<typeof ListedWebhookEndpoint>

const url = z.string().trim().min(1).max(2048).meta({
  format: 'uri',
  description: 'An https URL on the public internet, without a user name. Redirects are not followed.',
})

const events = z
  .array(z.enum(subscriptions, { error: `must be one of ${subscriptions.join(', ')}` }))
  .min(1, { error: 'must have at least one event, or *' })
  .max(100)
  .transform((given) => [...new Set(given)])
  .meta({ description: 'Event names, or `*` for all events. Repeated names count once.' })

const description = z.string().trim().max(500).nullable()

const signingSecret = z.string().meta({
  description: 'Signs the requests. Only shown in this response.',
})

const path = '/api/v1/webhooks'

export const listWebhooks = contract({
  method: 'GET',
  path,
  tag: 'Webhooks',
  summary: 'List webhook endpoints',
  description:
    'Newest first. A token that is bound to a project lists the endpoints of that project. Any other token lists the ' +
    'endpoints of all your projects and your account-wide endpoints. `project_id` limits the list to one project; ' +
    '`account_wide` adds your account-wide endpoints.',
  scope: 'webhooks:read',
  query: aliased(
    {
      project_id: uuid.optional().meta({ description: 'Only endpoints of this project.' }),
      account_wide: yesNo.optional().meta({
        description:
          'With `project_id`: also your account-wide endpoints, which receive the events of this project too. A token that ' +
          'is bound to a project cannot see them.',
      }),
      ...pageShape('webhooks'),
    },
    projectAlias,
  ),
  answers: { 200: z.strictObject({ endpoints: z.array(ListedWebhookEndpoint), next_cursor: nextCursor }) },
  errors: ['not_found'],
})

export const createWebhook = contract({
  method: 'POST',
  path,
  tag: 'Webhooks',
  summary: 'Create a webhook endpoint',
  description:
    'Receives events from now on. The host is resolved, and a private address is rejected. The response shows the signing ' +
    'secret once. With an Idempotency-Key, the same request gets the same endpoint and secret for 24 hours. A project ' +
    'has at most 100 endpoints.',
  scope: 'webhooks:write',
  idempotent: true,
  hasSecretAnswer: true,
  body: aliased(
    {
      project_id: projectShape.project_id.nullable().meta({
        description: 'Without it, a token that is not bound to a project creates an account-wide endpoint.',
      }),
      url,
      events,
      description: description.optional(),
    },
    projectAlias,
  ),
  answers: {
    201: WebhookEndpoint.extend({
      endpoint: WebhookEndpoint.meta({ description: 'The same endpoint.' }),
      signing_secret: signingSecret,
    }),
  },
  errors: ['not_found', 'conflict'],
})

export const getWebhook = contract({
  method: 'GET',
  path: `${path}/:id`,
  tag: 'Webhooks',
  summary: 'Get a webhook endpoint',
  scope: 'webhooks:read',
  params: idParams,
  answers: { 200: WebhookEndpoint },
})

export const updateWebhook = contract({
  method: 'PATCH',
  path: `${path}/:id`,
  tag: 'Webhooks',
  summary: 'Update a webhook endpoint or rotate its secret',
  description:
    'Omitted members keep their value. `rotate_secret` creates a new signing secret, only shown in this response. It signs ' +
    'immediately. For 24 hours the previous secret signs too, in `x-svc-signature-previous` and as the second signature ' +
    'of `webhook-signature`. A new URL is checked like that of a new endpoint and resets the failure count. ' +
    '`active: true` reactivates an endpoint that is off and leaves waiting deliveries on hold.',
  scope: 'webhooks:write',
  params: idParams,
  body: z.strictObject({
    url: url.optional(),
    events: events.optional(),
    description: description.optional(),
    active: z.boolean().optional(),
    rotate_secret: z.boolean().optional(),
  }),
  answers: {
    200: WebhookEndpoint.extend({
      signing_secret: signingSecret.optional().meta({ description: 'The new secret. Only with `rotate_secret`.' }),
    }),
  },
})

export const deleteWebhook = contract({
  method: 'DELETE',
  path: `${path}/:id`,
  tag: 'Webhooks',
  summary: 'Delete a webhook endpoint',
  description: 'Deletes its deliveries and alerts too. Waiting deliveries are not sent.',
  scope: 'webhooks:write',
  params: idParams,
  answers: { 200: z.strictObject({ ok: z.literal(true) }) },
})

export const testWebhook = contract({
  method: 'POST',
  path: `${path}/:id/test`,
  tag: 'Webhooks',
  summary: 'Send a test ping',
  description:
    'Sends a signed `test.ping` once, also to an endpoint that is off. The delivery ends `succeeded` or `failed`. It does ' +
    'not change the health of the endpoint or `failure_count`. The status is 200 even if the receiver failed: see `ok`.',
  scope: 'webhooks:write',
  idempotent: true,
  params: idParams,
  isBodyOptional: true,
  answers: {
    200: z.strictObject({
      ok: z.boolean().meta({ description: 'The receiver responded with a 2xx status within 10 seconds.' }),
      event_id: z.uuid(),
      delivery: WebhookDelivery,
    }),
  },
  errors: ['conflict'],
})

export const reactivateWebhook = contract({
  method: 'POST',
  path: `${path}/:id/reactivate`,
  tag: 'Webhooks',
  summary: 'Reactivate a webhook endpoint',
  description:
    'Turns the endpoint on and clears its consecutive failures. Deliveries that were waiting when it was turned off are ' +
    'sent now with `replay_waiting`. Otherwise they stay on hold and can be replayed later. Events that happened while it ' +
    'was off have no deliveries: read them from `GET /api/v1/events`. On an active endpoint, `replay_waiting` sends ' +
    'deliveries that are still on hold.',
  scope: 'webhooks:write',
  idempotent: true,
  params: idParams,
  isBodyOptional: true,
  body: z.strictObject({
    replay_waiting: z.boolean().default(false).meta({
      description: 'Send waiting deliveries, oldest first, except events that were replayed since.',
    }),
  }),
  answers: {
    200: WebhookEndpoint.extend({
      replayed_count: z.int().meta({ description: 'Deliveries sent because of `replay_waiting`.' }),
    }),
  },
})
