import { createHash, timingSafeEqual } from 'node:crypto'

/** A challenge with S256: a SHA-256 in base64url. */
export const isChallenge = (text: string): boolean => /^[\w-]{43}$/.test(text)

/** RFC 7636, section 4.1. */
const isVerifier = (text: string): boolean => /^[\w.~-]{43,128}$/.test(text)

/** Whether the challenge was made from this verifier (RFC 7636, section 4.6). */
export function matchesChallenge(verifier: string, challenge: string): boolean {
  if (!isVerifier(verifier)) return false
  const made = Buffer.from(createHash('sha256').update(verifier).digest('base64url'))
  const expected = Buffer.from(challenge)
  return made.length === expected.length && timingSafeEqual(made, expected)
}
