import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { type Box, boxesOf } from '@/lib/media/facts'

/** The index of an hour of film has a few megabytes; one of more is an attack on who reads it. */
const indexBytesMax = 67_108_864

/**
 * The same film with its index in front, so that a network can begin before it has all of it. Only the index is held
 * in memory. Null when the film is of a kind whose index cannot be moved.
 */
export async function fastStart(path: string): Promise<Readable | null> {
  const boxes = await boxesOf(path)
  const index = boxes.find(({ type }) => type === 'moov')
  const front = boxes[0]
  const isWhole = boxes.reduce((sum, { size }) => sum + size, 0) === (await stat(path)).size
  if (!index || front?.type !== 'ftyp' || index.size > indexBytesMax || !isWhole) return null
  const moov = await bytesOf(path, index)
  if (!shiftOffsets(moov.subarray(index.headerSize), { to: index.at, by: moov.length })) return null
  const rest = boxes.filter((box) => box !== index && box !== front)
  return Readable.from(inOrder(path, front, moov, rest))
}

async function* inOrder(path: string, front: Box, moov: Buffer, rest: Box[]): AsyncGenerator<Buffer> {
  yield await bytesOf(path, front)
  yield moov
  for (const { at, size } of rest) {
    for await (const piece of createReadStream(path, { start: at, end: at + size - 1 })) yield piece as Buffer
  }
}

async function bytesOf(path: string, { at, size }: Box): Promise<Buffer> {
  const file = await open(path)
  try {
    const bytes = Buffer.alloc(size)
    await file.read(bytes, 0, size, at)
    return bytes
  } finally {
    await file.close()
  }
}

type Shift = { to: number; by: number }

const containers = new Set(['trak', 'mdia', 'minf', 'stbl'])

/**
 * Moves every offset into the frames by what now stands in front of them: the tables `stco` and `co64` (ISO/IEC
 * 14496-12, section 8.7.5). False for a compressed index, and for offsets that do not fit any more.
 */
function shiftOffsets(boxes: Buffer, shift: Shift): boolean {
  for (let at = 0; at + 8 <= boxes.length; ) {
    const size = boxes.readUInt32BE(at)
    const type = boxes.toString('latin1', at + 4, at + 8)
    if (size < 8 || at + size > boxes.length || type === 'cmov') return false
    const body = boxes.subarray(at + 8, at + size)
    if (containers.has(type) && !shiftOffsets(body, shift)) return false
    if ((type === 'stco' || type === 'co64') && !shiftTable(body, type, shift)) return false
    at += size
  }
  return true
}

function shiftTable(table: Buffer, type: 'stco' | 'co64', { to, by }: Shift): boolean {
  const width = type === 'stco' ? 4 : 8
  const count = table.readUInt32BE(4)
  if (8 + count * width > table.length) return false
  for (let index = 0; index < count; index++) {
    const at = 8 + index * width
    const offset = width === 4 ? table.readUInt32BE(at) : Number(table.readBigUInt64BE(at))
    // What stood behind the index keeps its place: what was taken out before it is put in again further ahead.
    const moved = offset < to ? offset + by : offset
    if (width === 4 && moved > 0xffff_ffff) return false
    if (width === 4) table.writeUInt32BE(moved, at)
    else table.writeBigUInt64BE(BigInt(moved), at)
  }
  return true
}
