import { createHash, randomBytes, randomInt } from 'node:crypto'

/** A prefix and random decimal digits, up to `length` characters. Meta and Pinterest use such ids. */
export function digits(prefix: string, length: number): string {
  let id = prefix
  while (id.length < length) id += randomInt(10)
  return id
}

/** X counts milliseconds from 4 November 2010, LinkedIn from the Unix epoch. */
export const xEpochMs = 1_288_834_974_657
const lastSnowflakes = new Map<number, bigint>()

/** Milliseconds above 22 random bits. Every id is larger than the one before, so ids sort by time. */
export function snowflake(nowMs: number, epochMs = 0): string {
  const candidate = (BigInt(nowMs - epochMs) << 22n) | BigInt(randomInt(1 << 22))
  const last = lastSnowflakes.get(epochMs) ?? 0n
  const id = candidate > last ? candidate : last + 1n
  lastSnowflakes.set(epochMs, id)
  return id.toString()
}

/** A MongoDB object id, as Ghost uses: four bytes of seconds and eight random bytes. */
export const objectId = (nowMs: number): string =>
  Math.floor(nowMs / 1000)
    .toString(16)
    .padStart(8, '0') + randomBytes(8).toString('hex')

export const shortcode = (): string => randomBytes(8).toString('base64url').slice(0, 11)

export const token = (prefix: string, bytes = 48): string => prefix + randomBytes(bytes).toString('base64url')

/** Same input, same output. For t.co links and default handles. */
export const fingerprint = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('base64url').replace(/[-_]/g, '0').slice(0, length)
