import { createHash, randomBytes, randomInt } from 'node:crypto'

/** Decimal digits after a prefix, as Meta and Pinterest number things. Fourteen random ones do not meet again. */
export function digits(prefix: string, length: number): string {
  let id = prefix
  while (id.length < length) id += randomInt(10)
  return id
}

/** X counts from 4 November 2010, LinkedIn from the Unix epoch; both keep the milliseconds above 22 other bits. */
export const xEpochMs = 1_288_834_974_657
const lastSnowflakes = new Map<number, bigint>()

/** Grows with every call, as the originals do, so that sorting by id is sorting by time. */
export function snowflake(nowMs: number, epochMs = 0): string {
  const candidate = (BigInt(nowMs - epochMs) << 22n) | BigInt(randomInt(1 << 22))
  const last = lastSnowflakes.get(epochMs) ?? 0n
  const id = candidate > last ? candidate : last + 1n
  lastSnowflakes.set(epochMs, id)
  return id.toString()
}

/** A MongoDB object id, which is what Ghost uses: four bytes of seconds, then random ones. */
export function objectId(nowMs: number): string {
  return (
    Math.floor(nowMs / 1000)
      .toString(16)
      .padStart(8, '0') + randomBytes(8).toString('hex')
  )
}

export const shortcode = (): string => randomBytes(8).toString('base64url').slice(0, 11)

export const token = (prefix: string, bytes = 48): string => prefix + randomBytes(bytes).toString('base64url')

/** The same for the same words, for a t.co link or a default handle. */
export const fingerprint = (words: string, length: number): string =>
  createHash('sha256').update(words).digest('base64url').replace(/[-_]/g, '0').slice(0, length)
