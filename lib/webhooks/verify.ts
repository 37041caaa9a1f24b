import { timingSafeEqual } from 'node:crypto'
import { systemClock } from '@/lib/clock'
import { plainSignature, standardSignature } from './sign'

export type Received = {
  /** The bytes as they came, not JSON that was parsed and written again. */
  body: Uint8Array
  /** Names in lower case, as Node gives them. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  secret: string
  /**
   * `standard` checks `webhook-signature`, which covers id and time. `hex` checks `x-svc-signature` and, during a
   * rotation, `x-svc-signature-previous`; both cover the body alone. The receiver chooses, never the message: an attacker
   * would leave the stronger header out.
   */
  kind?: 'standard' | 'hex'
  /** How far the time of a `standard` message may be from ours, both ways. */
  toleranceSeconds?: number
  now?: Date
}

/** Is this a message of ours, unchanged, and of now? What a receiver does, in one function. */
export function verify({ body, headers, secret, kind = 'standard', toleranceSeconds = 300, now }: Received): boolean {
  const read = (name: string): string => String(headers[name] ?? '')
  if (kind === 'hex') {
    const expected = plainSignature(secret, body)
    return ['x-svc-signature', 'x-svc-signature-previous'].some((name) => isSame(read(name), expected))
  }
  const timestamp = read('webhook-timestamp')
  if (!/^\d{1,12}$/.test(timestamp)) return false
  const ageSeconds = (now ?? systemClock()).getTime() / 1_000 - Number(timestamp)
  if (Math.abs(ageSeconds) > toleranceSeconds) return false
  const expected = `v1,${standardSignature(secret, read('webhook-id'), timestamp, body)}`
  return read('webhook-signature')
    .split(' ')
    .some((given) => isSame(given, expected))
}

/** `timingSafeEqual` throws on unequal lengths; the length of a signature is no secret. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
