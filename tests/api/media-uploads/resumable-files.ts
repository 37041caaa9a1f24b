import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

const video = readFileSync('sandbox/samples/upright.mp4')

/** A box of an MP4 file. */
export function box(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, data])
}

/** A playable MP4 of this size, with bytes of its own. The rest is an empty box at its end. */
export const aVideo = (bytes = 300_000): Buffer =>
  Buffer.concat([video, box('free', Buffer.alloc(bytes - video.length - 8, randomUUID()))])

/** The same with a location at its end, as phones write it. */
export function aVideoWithLocation(): Buffer {
  const at = video.indexOf('moov', 0, 'latin1') - 4
  const size = video.readUInt32BE(at)
  const old = Buffer.from(video)
  old.write('free', at + 4, 'latin1')
  const place = box(
    'udta',
    box('\u00a9xyz', Buffer.from(`\u0000\u0012\u0015\u00c7+52.5200+013.4050/${randomUUID()}`, 'latin1')),
  )
  return Buffer.concat([old, box('moov', Buffer.concat([video.subarray(at + 8, at + size), place]))])
}
