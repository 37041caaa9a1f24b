import { randomFillSync, randomInt } from 'node:crypto'

/**
 * If the clock is set back by less, ids continue from the last time. If by more, the old time was wrong and is
 * dropped.
 */
const wrongClockMs = 60_000

let lastMs = 0
let counter = 0

/** Random bytes for the next ids. One call for many ids costs a tenth of one call per id. */
const random = Buffer.alloc(4_096)
let used = random.length

/** The last 8 bytes of an id in hex: the two bits of the variant, then 62 random ones. */
function nextTail(): string {
  if (used === random.length) {
    randomFillSync(random)
    used = 0
  }
  random.writeUInt8((random.readUInt8(used) & 0x3f) | 0x80, used)
  used += 8
  return random.toString('hex', used - 8, used)
}

/**
 * A UUID version 7 (RFC 9562, section 5.7): 48 bits of Unix milliseconds, a 12-bit counter that orders ids of one
 * millisecond, and 62 random bits. Sorts by creation time.
 */
export function newId(nowMs: number = Date.now()): string {
  if (nowMs > lastMs || lastMs - nowMs > wrongClockMs) {
    lastMs = nowMs
    counter = randomInt(0x400)
  } else if (++counter > 0xfff) {
    lastMs += 1
    counter = 0
  }
  const time = lastMs.toString(16).padStart(12, '0')
  const tail = nextTail()
  const versioned = (0x7000 | counter).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-${versioned}-${tail.slice(0, 4)}-${tail.slice(4)}`
}
