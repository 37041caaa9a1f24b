import { createHmac } from 'node:crypto'
import { secretPrefix } from './secret'

/** The current secret; during a rotation the previous one as well. */
export type SigningSecrets = readonly [current: string, ...previous: string[]]

export type Signed = {
  eventId: string
  event: string
  /** The exact bytes that are sent. */
  body: Buffer
  /** Unix time of this attempt. */
  timestampSeconds: number
  secrets: SigningSecrets
}

/**
 * Two kinds of signature: a plain HMAC of the body in hex, and the one of Standard Webhooks 1.0, which also covers the id
 * and the time, so that a captured request cannot be replayed. During a rotation the previous secret signs too: in a
 * header of its own for the plain kind, in the same header for Standard Webhooks.
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

/** Never stored with an attempt: with them and the body, secrets could be guessed offline. */
export const signatureHeaders: ReadonlySet<string> = new Set([
  'x-svc-signature',
  'x-svc-signature-previous',
  'webhook-signature',
])

/** Keyed by the secret as it is shown, prefix included. */
export const plainSignature = (secret: string, body: Uint8Array): string =>
  createHmac('sha256', secret).update(body).digest('hex')

/** Keyed by the bytes that the secret encodes (Standard Webhooks 1.0, “Signature scheme”). */
export const standardSignature = (secret: string, id: string, timestamp: string, body: Uint8Array): string =>
  createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest('base64')

const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(secretPrefix.length), 'base64')
