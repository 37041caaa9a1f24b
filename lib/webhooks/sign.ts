import { createHmac } from 'node:crypto'
import { secretPrefix } from './secret'

export type Signed = {
  eventId: string
  event: string
  /** The exact bytes that are sent. */
  body: Buffer
  /** Unix time of this attempt. */
  timestampSeconds: number
  /** The current secret first; during a rotation the one before as well. */
  secrets: readonly string[]
}

/**
 * The headers by which a receiver knows who sent this. There are two kinds of signature, for receivers of two kinds: a
 * plain HMAC of the body in hex, and that of Standard Webhooks 1.0, which covers id and time as well, so that what was
 * overheard cannot be sent again. During a rotation each header carries a signature per secret.
 */
export function signedHeaders({ eventId, event, body, timestampSeconds, secrets }: Signed): Record<string, string> {
  const timestamp = String(timestampSeconds)
  return {
    'x-svc-event': event,
    'x-svc-event-id': eventId,
    'x-svc-timestamp': timestamp,
    'x-svc-signature': secrets.map((secret) => plainSignature(secret, body)).join(','),
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${standardSignature(secret, eventId, timestamp, body)}`).join(' '),
  }
}

/** Headers that are not kept beside an attempt: with them and the body a thief could try secrets at leisure. */
export const signatureHeaders: ReadonlySet<string> = new Set(['x-svc-signature', 'webhook-signature'])

/** Keyed by the secret as it is shown, prefix included. */
export const plainSignature = (secret: string, body: Uint8Array): string =>
  createHmac('sha256', secret).update(body).digest('hex')

/** Keyed by the bytes that the secret encodes (Standard Webhooks 1.0, “Signature scheme”). */
export const standardSignature = (secret: string, id: string, timestamp: string, body: Uint8Array): string =>
  createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest('base64')

const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(secretPrefix.length), 'base64')
