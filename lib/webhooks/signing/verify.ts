import { timingSafeEqual } from 'node:crypto'
import { systemClock } from '@/lib/clock'
import { plainSignature, standardSignature } from './sign'

export type Received = {
  /** The raw bytes, not re-serialized JSON. */
  body: Uint8Array
  /** Names in lower case, as in Node. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  secret: string
  /**
   * `standard` checks `webhook-signature`, which covers id, timestamp and body. `hex` checks `x-svc-signature` and, during
   * a rotation, `x-svc-signature-previous`, which cover only the body. Never choose by the headers of the message: an
   * attacker would omit the stronger one.
   */
  kind?: 'standard' | 'hex'
  /** Largest difference between the timestamp of a `standard` message and our clock. */
  toleranceSeconds?: number
  now?: Date
}

/** Verifies a signature as a receiver should. */
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

/** `timingSafeEqual` throws on different lengths. The length of a signature is public. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
