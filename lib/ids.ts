import { randomBytes } from 'node:crypto'

/**
 * If the clock is set back by less, ids continue from the last time. If by more, the old time was wrong and is
 * dropped.
 */
const wrongClockMs = 60_000

let lastMs = 0
let counter = 0

/**
 * A UUID version 7 (RFC 9562, section 5.7): 48 bits of Unix milliseconds, a 12-bit counter that orders ids of one
 * millisecond, and 62 random bits. Sorts by creation time.
 */
export function newId(nowMs: number = Date.now()): string {
  if (nowMs > lastMs || lastMs - nowMs > wrongClockMs) {
    lastMs = nowMs
    counter = randomBytes(2).readUInt16BE() & 0x3ff
  } else if (++counter > 0xfff) {
    lastMs += 1
    counter = 0
  }
  const bytes = randomBytes(16)
  bytes.writeUIntBE(lastMs, 0, 6)
  bytes.writeUInt16BE(0x7000 | counter, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
