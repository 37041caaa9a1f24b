import type { Box, ByteSource } from './boxes'

/** More than four hours at 60 frames per second. */
const samplesMax = 1_000_000
/** Video chunks have a few samples, uncompressed audio up to a second of them. */
const samplesPerChunkMax = 262_144
const indexBytesMax = 64 * 1024 * 1024

/**
 * Checks the sample tables of an MP4 before mediabunny parses them. mediabunny walks samples one by one without yielding,
 * so a table of a few bytes that claims billions would block the process for hours or take all memory.
 *
 * Tables are found by name at any position, so nesting them differently does not bypass the check.
 *
 * @param boxes the outer boxes of the file
 */
export async function isIndexWithinLimits({ read }: ByteSource, boxes: readonly Box[]): Promise<boolean> {
  for (const { type, start, end } of boxes) {
    if (type !== 'moov' && type !== 'moof') continue
    if (end - start > indexBytesMax || !areTablesWithinLimits(await read(start, end - start))) return false
  }
  return true
}

/** ISO/IEC 14496-12: `stsc` in section 8.7.4, `stts` and `ctts` in 8.6.1, `trun` in 8.8.8. */
function areTablesWithinLimits(index: Buffer): boolean {
  const [fragments, chunks, tracks] = ['trun', 'stsc', 'stbl'].map((name) => tablesIn(index, name))
  if (!fragments || !chunks || !tracks) return false
  if ([fragments, chunks, tracks].some(({ length }) => length > tablesMax)) return false
  if (fragments.some((table) => numberAt(table, 8) > samplesMax)) return false
  if (!doTablesFit(chunks, 12, index)) return false
  if (chunks.some((table) => column(table, 12, 4).some((count) => count > samplesPerChunkMax))) return false
  const starts = tracks.map(({ length }) => index.length - length)
  return starts.every((start, at) => isTrackWithinLimits(index.subarray(start, starts[at + 1])))
}

/** mediabunny expands the sample times of a track with reordered frames (`ctts`). */
function isTrackWithinLimits(track: Buffer): boolean {
  const reordered = tablesIn(track, 'ctts')
  const counted = reordered.length > 0 ? [...reordered, ...tablesIn(track, 'stts')] : []
  if (counted.length > tablesMax || !doTablesFit(counted, 8, track)) return false
  return counted.every((table) => column(table, 8, 0).reduce((sum, count) => sum + count, 0) <= samplesMax)
}

/** No real video has more tables of one type. Reading more would itself take too long. */
const tablesMax = 5_000

/** For each table of this name, the bytes from its name to the end of the index. Stops after `tablesMax`. */
function tablesIn(index: Buffer, name: string): Buffer[] {
  const tables: Buffer[] = []
  for (let at = index.indexOf(name, 0, 'latin1'); at >= 0; at = index.indexOf(name, at + 4, 'latin1')) {
    tables.push(index.subarray(at))
    if (tables.length > tablesMax) break
  }
  return tables
}

const numberAt = (bytes: Buffer, at: number): number => (at + 4 <= bytes.length ? bytes.readUInt32BE(at) : 0)

/** Layout of a table: name, version and flags, entry count, entries. */
const entriesOf = (table: Buffer, entryBytes: number): number =>
  Math.max(0, Math.min(numberAt(table, 8), Math.floor((table.length - 12) / entryBytes)))

/** False if the tables overlap: their bytes would be read repeatedly. */
const doTablesFit = (tables: readonly Buffer[], entryBytes: number, index: Buffer): boolean =>
  tables.reduce((sum, table) => sum + entriesOf(table, entryBytes) * entryBytes, 0) <= 2 * index.length

/** One number of each entry. */
const column = (table: Buffer, entryBytes: number, offset: number): number[] =>
  Array.from({ length: entriesOf(table, entryBytes) }, (_, entry) => numberAt(table, 12 + entry * entryBytes + offset))
