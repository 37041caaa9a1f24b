import { createHmac, timingSafeEqual } from 'node:crypto'

const form = /^sha256=([0-9a-f]{64})$/i

/**
 * Verifies `X-Hub-Signature-256` over the raw bytes. Meta signs text with `\uXXXX` escapes, so re-serialized JSON has
 * another signature.
 *
 * https://developers.facebook.com/docs/graph-api/webhooks/getting-started#validate-payloads
 */
export function isSigned(bytes: Uint8Array, header: string | null, secret: string): boolean {
  const given = form.exec(header ?? '')?.[1]
  if (!given) return false
  return timingSafeEqual(createHmac('sha256', secret).update(bytes).digest(), Buffer.from(given, 'hex'))
}

/** Compares secrets of any length in constant time. */
export function isSameSecret(given: string, expected: string): boolean {
  const sumOf = (text: string): Buffer => createHmac('sha256', 'compare').update(text).digest()
  return timingSafeEqual(sumOf(given), sumOf(expected))
}

/**
 * The payload of a `signed_request` (`<signature>.<payload>`, both base64url), or null if the signature is wrong.
 *
 * https://developers.facebook.com/docs/development/create-an-app/app-dashboard/data-deletion-callback
 */
export function readSignedRequest(signed: string, secret: string): unknown {
  const [signature = '', payload = '', ...more] = signed.split('.')
  if (more.length > 0) return null
  const given = Buffer.from(signature, 'base64url')
  const expected = createHmac('sha256', secret).update(payload).digest()
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}
