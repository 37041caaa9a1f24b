import { createHmac } from 'node:crypto'
import { secretPrefix } from './secret'

/** The current secret, followed by the previous one during a rotation. */
export type SigningSecrets = readonly [current: string, ...previous: string[]]

export type Signed = {
  eventId: string
  /** The exact request body. */
  body: Buffer
  /** Unix time of the attempt in seconds, as sent. */
  timestamp: string
  secrets: SigningSecrets
}

/**
 * Signs with a plain hex HMAC of the body, and with Standard Webhooks 1.0, which also covers the id and the timestamp and
 * so prevents replay of captured requests. During a rotation the previous secret signs too: in a separate header for the
 * plain HMAC, in the same header for Standard Webhooks. Not stored with attempts: together with the body these headers
 * would allow guessing the secret offline.
 */
export function signatureHeaders({ eventId, body, timestamp, secrets }: Signed): Record<string, string> {
  const [current, previous] = secrets
  const plain = plainSignature(current, body)
  const standard = `v1,${standardSignature(current, eventId, timestamp, body)}`
  if (previous === undefined) return { 'x-svc-signature': plain, 'webhook-signature': standard }
  return {
    'x-svc-signature': plain,
    'x-svc-signature-previous': plainSignature(previous, body),
    'webhook-signature': `${standard} v1,${standardSignature(previous, eventId, timestamp, body)}`,
  }
}

/** The key is the secret as shown, prefix included. */
export const plainSignature = (secret: string, body: Uint8Array): string =>
  createHmac('sha256', secret).update(body).digest('hex')

/** The key is the decoded secret (Standard Webhooks 1.0, “Signature scheme”). */
export const standardSignature = (secret: string, id: string, timestamp: string, body: Uint8Array): string =>
  createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest('base64')

const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(secretPrefix.length), 'base64')
