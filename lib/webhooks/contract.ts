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
import { WebhookDelivery } from './delivery-contract'

/** What an endpoint can ask for. The last two name the test ping, which comes whether or not it was asked for. */
export const subscriptions = [...eventNames, '*', 'ping', 'test.ping'] as const

export const endpointHealth = ['healthy', 'unhealthy', 'auto_disabled'] as const

/** An address that is told of events. Its secret is in no answer but the one that made it. */
export const WebhookEndpoint = z.strictObject({
  id: z.uuid(),
  project_id: z.uuid().nullable().meta({
    description: 'Null: it hears of every project that its maker may read webhooks of.',
  }),
  url: z.string(),
  description: z.string().nullable(),
  events: z.array(z.enum(subscriptions)),
  active: z.boolean().meta({ description: 'False: nothing is sent. Waiting deliveries are kept on hold.' }),
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

/** An endpoint in a list, with how its last delivery stands. */
export const ListedWebhookEndpoint = WebhookEndpoint.extend({
  last_delivery: WebhookDelivery.nullable().meta({
    description: 'The newest of them, test pings included. Null: there was none in the last 30 days.',
  }),
})
export type ListedWebhookEndpoint = z.output<typeof ListedWebhookEndpoint>

const url = z.string().trim().min(1).max(2048).meta({
  format: 'uri',
  description: 'An https address on the public internet, without a user name. Redirects are not followed.',
})

const events = z
  .array(z.enum(subscriptions, { error: `must be of ${subscriptions.join(', ')}` }))
  .min(1, { error: 'must name at least one event, or *' })
  .max(100)
  .transform((given) => [...new Set(given)])
  .meta({ description: 'Names of events; `*` is all of them. A name that comes twice counts once.' })

const description = z.string().trim().max(500).nullable()

const signingSecret = z.string().meta({
  description: 'Keys the signatures. It stands in this answer and never again.',
})

const path = '/api/v1/webhooks'

export const listWebhooks = contract({
  method: 'GET',
  path,
  tag: 'Webhooks',
  summary: 'List webhook endpoints',
  description:
    'Newest first. A token that is bound to a project sees those of its project; any other those of all its projects and ' +
    'your own that hear of every project. `project_id` narrows it to one; with `account_wide` your own stay in it.',
  scope: 'webhooks:read',
  query: aliased(
    {
      project_id: uuid.optional().meta({ description: 'Those of this project alone.' }),
      account_wide: yesNo.optional().meta({
        description:
          'With `project_id`: also your own that hear of every project, and so of this one. A token that is bound to a ' +
          'project sees none of them.',
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
  summary: 'Make a webhook endpoint',
  description:
    'It hears of what happens from now on. The name of the address is resolved, and one that leads into a private ' +
    'network is refused. The answer shows the signing secret once. With an Idempotency-Key, the same request gets the ' +
    'same endpoint and secret for 24 hours. A project has at most 100 endpoints.',
  scope: 'webhooks:write',
  idempotent: true,
  hasSecretAnswer: true,
  body: aliased(
    {
      project_id: projectShape.project_id.nullable().meta({
        description: 'Without it a token that is bound to no project makes an endpoint for all of your projects.',
      }),
      url,
      events,
      description: description.optional(),
    },
    projectAlias,
  ),
  answers: {
    201: WebhookEndpoint.extend({
      endpoint: WebhookEndpoint.meta({ description: 'The same once more.' }),
      signing_secret: signingSecret,
    }),
  },
  errors: ['not_found', 'conflict'],
})

export const getWebhook = contract({
  method: 'GET',
  path: `${path}/:id`,
  tag: 'Webhooks',
  summary: 'Read a webhook endpoint',
  scope: 'webhooks:read',
  params: idParams,
  answers: { 200: WebhookEndpoint },
})

export const updateWebhook = contract({
  method: 'PATCH',
  path: `${path}/:id`,
  tag: 'Webhooks',
  summary: 'Change a webhook endpoint, or its secret',
  description:
    'Members that are left out keep their value. `rotate_secret` makes a new signing secret, shown in this answer only. It ' +
    'signs at once; for 24 hours the previous secret signs too, in `x-svc-signature-previous` and as the second signature ' +
    'of `webhook-signature`. A new URL is checked like that of a new endpoint and starts without failures. ' +
    '`active: true` on an endpoint that is off reactivates it and leaves waiting deliveries on hold.',
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
      signing_secret: signingSecret.optional().meta({ description: 'With `rotate_secret` alone: the new one, once.' }),
    }),
  },
})

export const deleteWebhook = contract({
  method: 'DELETE',
  path: `${path}/:id`,
  tag: 'Webhooks',
  summary: 'Delete a webhook endpoint',
  description: 'Its deliveries and alerts go with it, and nothing that waits is sent any more.',
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
    'Sends a signed `test.ping` at once, also to an endpoint that is off. It is tried once and ends `succeeded` or `failed`. ' +
    'It changes neither the health of the endpoint nor `failure_count`. The answer is 200 also when the receiver failed: see `ok`.',
  scope: 'webhooks:write',
  idempotent: true,
  params: idParams,
  isBodyOptional: true,
  answers: {
    200: z.strictObject({
      ok: z.boolean().meta({ description: 'The receiver answered with a 2xx within 10 seconds.' }),
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
    'kept: with `replay_waiting` they are sent now, without it they stay on hold and can be replayed later. Events that ' +
    'happened while it was off have no deliveries: read them from `GET /api/v1/events`. On an active endpoint, ' +
    '`replay_waiting` sends what is still on hold.',
  scope: 'webhooks:write',
  idempotent: true,
  params: idParams,
  isBodyOptional: true,
  body: z.strictObject({
    replay_waiting: z.boolean().default(false).meta({
      description: 'Send the deliveries that were waiting, oldest first. An event that was replayed since is left out.',
    }),
  }),
  answers: {
    200: WebhookEndpoint.extend({
      replayed_count: z.int().meta({ description: 'Deliveries that are sent because of `replay_waiting`.' }),
    }),
  },
})
