import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { type Box, boxesIn, outerBoxesOf, withFileSource } from '@/lib/media-files/boxes'

/** An hour of video needs a few megabytes. */
const indexBytesMax = 67_108_864

/**
 * The same MP4 with its index (`moov`) at the start, so that a network can play it before it has all of it. Only the index
 * is held in memory. Not done by mediabunny: rewriting the file would drop tracks and codecs that it does not know.
 *
 * @returns null when the index cannot be moved
 */
export async function fastStart(path: string): Promise<Readable | null> {
  const { boxes, size } = await withFileSource(path, async (source) => ({
    boxes: (await outerBoxesOf(source)) ?? [],
    size: source.size,
  }))
  const index = boxes.find(({ type }) => type === 'moov')
  const [first] = boxes
  const isComplete = boxes.at(-1)?.end === size
  if (!index || first?.type !== 'ftyp' || index.end - index.start > indexBytesMax || !isComplete) return null
  const moov = await readBox(path, index)
  if (!shiftOffsets(moov, index.dataStart - index.start, moov.length, { before: index.start, by: moov.length }))
    return null
  const rest = boxes.filter((box) => box !== index && box !== first)
  return Readable.from(inOrder(path, first, moov, rest))
}

async function* inOrder(path: string, first: Box, moov: Buffer, rest: Box[]): AsyncGenerator<Buffer> {
  yield await readBox(path, first)
  yield moov
  for (const { start, end } of rest) yield* createReadStream(path, { start, end: end - 1 })
}

const readBox = (path: string, { start, end }: Box): Promise<Buffer> =>
  withFileSource(path, ({ read }) => read(start, end - start))

/** Offsets before this position grow by this much. */
type Shift = { before: number; by: number }

const containers = new Set(['trak', 'mdia', 'minf', 'stbl'])

/**
 * Adjusts every chunk offset (`stco` and `co64`, ISO/IEC 14496-12, section 8.7.5). Returns false for a compressed index,
 * broken boxes, and offsets that no longer fit.
 */
function shiftOffsets(bytes: Buffer, from: number, to: number, shift: Shift): boolean {
  let parsedTo = from
  for (const { type, dataStart, end } of boxesIn(bytes, from, to)) {
    if (type === 'cmov') return false
    if (containers.has(type) && !shiftOffsets(bytes, dataStart, end, shift)) return false
    if (type === 'stco' && !shiftTable(bytes.subarray(dataStart, end), 4, shift)) return false
    if (type === 'co64' && !shiftTable(bytes.subarray(dataStart, end), 8, shift)) return false
    parsedTo = end
  }
  // Up to 7 bytes may be left over, e.g. a terminator of QuickTime.
  return to - parsedTo < 8
}

function shiftTable(table: Buffer, width: 4 | 8, { before, by }: Shift): boolean {
  const count = table.length < 8 ? 0 : table.readUInt32BE(4)
  if (8 + count * width > table.length) return false
  for (let at = 8; at < 8 + count * width; at += width) {
    const offset = width === 4 ? table.readUInt32BE(at) : Number(table.readBigUInt64BE(at))
    // Data behind the index keeps its offset: the index was removed in front of it and inserted again.
    const moved = offset < before ? offset + by : offset
    if (width === 4 && moved > 0xffff_ffff) return false
    if (width === 4) table.writeUInt32BE(moved, at)
    else table.writeBigUInt64BE(BigInt(moved), at)
  }
  return true
}
