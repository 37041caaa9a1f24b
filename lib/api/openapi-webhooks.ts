import { z } from 'zod'
import { type CatalogueEntry, catalogue, pingEntry } from '@/lib/events/catalogue'
import { exampleEnvelope } from '@/lib/events/examples'
import type { Components, JsonSchema } from './json-schema'

type HeaderParameter = { name: string; in: 'header'; required: boolean; description: string; schema: JsonSchema }

/** One event, as an endpoint of a receiver sees it. */
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

/** What is sent to webhook endpoints (OpenAPI 3.1.0, section 4.8.1, `webhooks`), by the name of the event. */
export function webhooksSection(components: Components): Webhooks {
  const entries: [string, CatalogueEntry][] = [...Object.entries(catalogue), ['test.ping', pingEntry]]
  return Object.fromEntries(entries.map(([name, entry]) => [name, { post: operationOf(name, entry, components) }]))
}

function operationOf(name: string, { when, payload, example }: CatalogueEntry, components: Components) {
  const isPing = name === 'test.ping'
  const sequence = z.int()
  const envelope = z.strictObject({
    id: z.uuid().meta({ description: 'The same over all retries and replays: know repeats by it.' }),
    event: z.literal(name),
    created_at: z.iso.datetime(),
    sequence: (isPing ? sequence.nullable() : sequence).meta({
      description: isPing ? 'A test ping has none.' : "The project's own count. Order of arrival is not promised.",
    }),
    data: payload,
  })
  const value = { ...exampleEnvelope, event: name, sequence: isPing ? null : 42, data: example }
  return {
    operationId: `on${name.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: [webhooksTag],
    summary: name,
    description: `It is sent when ${when}.`,
    parameters: headers(name),
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: components.convert(envelope, 'output'), examples: { [name]: { value } } },
      },
    },
    responses: {
      '2XX': { description: 'Received. Answer within 10 seconds, and do the work afterwards.' },
      default: {
        description: 'Anything else, a redirect too, is a failure: it is tried again up to six times over 18 hours.',
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
    header('x-svc-event', { type: 'string', const: event }, 'The name of the event.'),
    header('x-svc-event-id', { type: 'string', format: 'uuid' }, 'The id of the event, as in the body.'),
    header('x-svc-timestamp', unixSeconds, 'When this attempt was sent, in Unix seconds.'),
    header(
      'x-svc-signature',
      text,
      'HMAC-SHA256 of the raw body in hex, keyed by the signing secret. By the new secret at once after a rotation.',
    ),
    {
      ...header(
        'x-svc-signature-previous',
        text,
        'The same, keyed by the previous signing secret. Sent only for 24 hours after a rotation.',
      ),
      required: false,
    },
    header(
      'webhook-id',
      { type: 'string', format: 'uuid' },
      'The id of the event, under the name of Standard Webhooks.',
    ),
    header('webhook-timestamp', unixSeconds, 'When this attempt was sent. Refuse what is older than 5 minutes.'),
    header(
      'webhook-signature',
      text,
      '`v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, keyed by the bytes behind `whsec_`. For 24 hours after a rotation there are two, separated by a space: the new one first.',
    ),
  ]
}
