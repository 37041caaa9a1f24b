import { createHmac } from 'node:crypto'
import { secretPrefix } from './secret'

/** The current secret, followed by the previous one during a rotation. */
export type SigningSecrets = readonly [current: string, ...previous: string[]]

export type Signed = {
  eventId: string
  event: string
  /** The exact request body. */
  body: Buffer
  /** Unix time of the attempt. */
  timestampSeconds: number
  secrets: SigningSecrets
}

/**
 * Signs with a plain hex HMAC of the body, and with Standard Webhooks 1.0, which also covers the id and the timestamp and
 * so prevents replay of captured requests. During a rotation the previous secret signs too: in a separate header for the
 * plain HMAC, in the same header for Standard Webhooks.
 */
export function signedHeaders({ eventId, event, body, timestampSeconds, secrets }: Signed): Record<string, string> {
  const timestamp = String(timestampSeconds)
  const [current, previous] = secrets
  return {
    'x-svc-event': event,
    'x-svc-event-id': eventId,
    'x-svc-timestamp': timestamp,
    'x-svc-signature': plainSignature(current, body),
    ...(previous === undefined ? {} : { 'x-svc-signature-previous': plainSignature(previous, body) }),
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${standardSignature(secret, eventId, timestamp, body)}`).join(' '),
  }
}

/** Not stored with attempts: together with the body they would allow guessing the secret offline. */
export const signatureHeaders: ReadonlySet<string> = new Set([
  'x-svc-signature',
  'x-svc-signature-previous',
  'webhook-signature',
])

/** The key is the secret as shown, prefix included. */
export const plainSignature = (secret: string, body: Uint8Array): string =>
  createHmac('sha256', secret).update(body).digest('hex')

/** The key is the decoded secret (Standard Webhooks 1.0, “Signature scheme”). */
export const standardSignature = (secret: string, id: string, timestamp: string, body: Uint8Array): string =>
  createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest('base64')

const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(secretPrefix.length), 'base64')
