import { z } from 'zod'
import { exampleEnvelope } from '@/lib/events/examples'
import { testPing } from '@/lib/webhooks/events'
import { allEventNames, eventDefinition } from './events'
import type { Components, JsonSchema } from './json-schema'

type HeaderParameter = { name: string; in: 'header'; required: boolean; description: string; schema: JsonSchema }

/** An event as an operation of the receiver. */
export type WebhookOperation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters: HeaderParameter[]
  requestBody: {
    required: true
    content: { 'application/json': { schema: JsonSchema; examples: Record<string, { value: object }> } }
  }
  responses: Record<'2XX' | 'default', { description: string }>
}
export type Webhooks = Record<string, { post: WebhookOperation }>

export const webhooksTag = 'Webhook events'

/** The requests to webhook endpoints by event name (OpenAPI 3.1.0, section 4.8.1, `webhooks`). */
export function webhooksSection(components: Components): Webhooks {
  return Object.fromEntries(allEventNames.map((name) => [name, { post: operationOf(name, components) }]))
}

function operationOf(name: (typeof allEventNames)[number], components: Components) {
  const { when, payload, example } = eventDefinition(name)
  const isPing = name === testPing
  const sequence = z.int()
  const envelope = z.strictObject({
    id: z.uuid().meta({ description: 'The same for all retries and replays. Use it to detect duplicates.' }),
    event: z.literal(name),
    created_at: z.iso.datetime(),
    sequence: (isPing ? sequence.nullable() : sequence).meta({
      description: isPing
        ? 'Null for test pings.'
        : 'Counts the events of the project. Events may arrive out of order.',
    }),
    data: payload,
  })
  const value = { ...exampleEnvelope, event: name, sequence: isPing ? null : 42, data: example }
  return {
    operationId: `on${name.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: [webhooksTag],
    summary: name,
    description: `Sent when ${when}.`,
    parameters: headers(name),
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: components.convert(envelope, 'output'), examples: { [name]: { value } } },
      },
    },
    responses: {
      '2XX': { description: 'Received. Respond within 10 seconds, then process the event.' },
      default: {
        description: 'Any other status, redirects included, is a failure and is retried up to six times over 18 hours.',
      },
    },
  } satisfies WebhookOperation
}

const text: JsonSchema = { type: 'string' }
const unixSeconds: JsonSchema = { type: 'string', pattern: '^\\d+$' }

function headers(event: string): HeaderParameter[] {
  const header = (name: string, schema: JsonSchema, description: string): HeaderParameter => ({
    name,
    in: 'header',
    required: true,
    description,
    schema,
  })
  return [
    header('x-svc-event', { type: 'string', const: event }, 'The event name.'),
    header('x-svc-event-id', { type: 'string', format: 'uuid' }, 'The event id, as in the body.'),
    header('x-svc-timestamp', unixSeconds, 'Time of this attempt in Unix seconds.'),
    header(
      'x-svc-signature',
      text,
      'HMAC-SHA256 of the raw body in hex. The key is the signing secret; after a rotation, the new one.',
    ),
    {
      ...header(
        'x-svc-signature-previous',
        text,
        'The same with the previous signing secret. Only for 24 hours after a rotation.',
      ),
      required: false,
    },
    header('webhook-id', { type: 'string', format: 'uuid' }, 'The event id, for Standard Webhooks.'),
    header('webhook-timestamp', unixSeconds, 'Time of this attempt. Reject messages older than 5 minutes.'),
    header(
      'webhook-signature',
      text,
      '`v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64. The key is the decoded part after `whsec_`. For 24 hours after a rotation there are two signatures, separated by a space, the new one first.',
    ),
  ]
}
