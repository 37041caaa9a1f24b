import { open } from 'node:fs/promises'
import type { Box } from './facts'

/** At sixty pictures a second more than four hours. */
const samplesMax = 1_000_000
/** Of pictures a few, of plain sound as many as a second has. */
const samplesOfChunkMax = 262_144
const indexBytesMax = 64 * 1024 * 1024

/**
 * Whether the tables of a film name no more pictures and sounds than a film has. The library counts them one by one, in
 * one go: a table of a few bytes that names billions stops the process for hours, or takes all its memory.
 *
 * Tables are found by their names, wherever they stand, so that no way to nest them leads past.
 *
 * @param boxes the outermost ones of the file
 */
export async function isIndexSane(path: string, boxes: readonly Box[]): Promise<boolean> {
  const file = await open(path)
  try {
    for (const { type, at, size } of boxes) {
      if (type !== 'moov' && type !== 'moof') continue
      if (size > indexBytesMax) return false
      const bytes = Buffer.alloc(size)
      const { bytesRead } = await file.read(bytes, 0, size, at)
      if (!areTablesSane(bytes.subarray(0, bytesRead))) return false
    }
    return true
  } finally {
    await file.close()
  }
}

/** ISO/IEC 14496-12: `stsc` in section 8.7.4, `stts` and `ctts` in 8.6.1, `trun` in 8.8.8. */
function areTablesSane(index: Buffer): boolean {
  const [parts, chunks, tracks] = ['trun', 'stsc', 'stbl'].map((name) => tablesIn(index, name))
  if (!parts || !chunks || !tracks || [parts, chunks, tracks].some(({ length }) => length > tablesMax)) return false
  if (parts.some((table) => numberAt(table, 8) > samplesMax)) return false
  if (!haveRoom(chunks, 12, index)) return false
  if (chunks.some((table) => column(table, 12, 4).some((count) => count > samplesOfChunkMax))) return false
  const starts = tracks.map(({ length }) => index.length - length)
  return starts.every((start, at) => isTrackSane(index.subarray(start, starts[at + 1])))
}

/** Where pictures are shown in another order than they are stored, each of them is taken up. */
function isTrackSane(track: Buffer): boolean {
  const reordered = tablesIn(track, 'ctts')
  const counted = reordered.length > 0 ? [...reordered, ...tablesIn(track, 'stts')] : []
  if (counted.length > tablesMax || !haveRoom(counted, 8, track)) return false
  return counted.every((table) => column(table, 8, 0).reduce((sum, count) => sum + count, 0) <= samplesMax)
}

/** More of one kind than anybody's film has; looking into all of them would be the very thing that is to be kept off. */
const tablesMax = 5_000

/** From the name of each such table to the end of the index; of too many no more than that they are too many. */
function tablesIn(index: Buffer, name: string): Buffer[] {
  const tables: Buffer[] = []
  for (let at = index.indexOf(name, 0, 'latin1'); at >= 0; at = index.indexOf(name, at + 4, 'latin1')) {
    tables.push(index.subarray(at))
    if (tables.length > tablesMax) break
  }
  return tables
}

const numberAt = (bytes: Buffer, at: number): number => (at + 4 <= bytes.length ? bytes.readUInt32BE(at) : 0)

/** A table has its name, version and flags, how many entries there are, and the entries. */
const entriesOf = (table: Buffer, entryBytes: number): number =>
  Math.max(0, Math.min(numberAt(table, 8), Math.floor((table.length - 12) / entryBytes)))

/** Whether all these tables can stand beside one another: those that lie in each other would be read again and again. */
const haveRoom = (tables: readonly Buffer[], entryBytes: number, index: Buffer): boolean =>
  tables.reduce((sum, table) => sum + entriesOf(table, entryBytes) * entryBytes, 0) <= 2 * index.length

/** One number of each entry. */
const column = (table: Buffer, entryBytes: number, offset: number): number[] =>
  Array.from({ length: entriesOf(table, entryBytes) }, (_, entry) => numberAt(table, 12 + entry * entryBytes + offset))
