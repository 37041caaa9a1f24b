import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { invalid } from '@/lib/errors'
import { type Box, type ByteSource, boxesIn, outerBoxesOf, withFileSource } from '@/lib/media-files/boxes'
import { xmpHasLocation } from './location'

/** Boxes whose boxes are searched. */
const containers = new Set(['moov', 'trak', 'moof', 'traf', 'udta', 'ilst'])
/** Locations of phones (`©xyz`), of 3GPP TS 26.244 (`loci`) and of dashcams (`gps `). */
const locationBoxes = new Set(['\u00a9xyz', 'loci', 'gps '])
const searched = new Set([...containers, ...locationBoxes, 'meta', 'uuid', 'XMP_'])

/**
 * Writes an MP4 with the location overwritten in place: the index counts bytes from the start of the file, so nothing may
 * move. The file is streamed.
 *
 * @returns false when there is no location, and nothing is written
 */
export async function writeWithoutLocation(path: string, to: string): Promise<boolean> {
  const boxes = await withFileSource(path, locationBoxesOf)
  if (boxes.length === 0) return false
  await pipeline(createReadStream(path), (pieces) => blankBoxes(pieces, boxes), createWriteStream(to, { flags: 'wx' }))
  return true
}

/** Metadata that are larger are not real. */
const searchedBytesMax = 64 * 1024 * 1024

/**
 * The boxes with a location. Reads only the boxes that can hold one, and no media data.
 *
 * @throws validation_error when such a box is too large to search
 */
export async function locationBoxesOf(source: ByteSource): Promise<Box[]> {
  const found: Box[] = []
  for (const { type, start, end } of (await outerBoxesOf(source)) ?? []) {
    if (!searched.has(type)) continue
    const length = Math.min(end, source.size) - start
    if (length > searchedBytesMax)
      throw invalid('file', 'has more than 64 MB of metadata. Export the video again without metadata.', 'broken')
    const shifted = locationsIn(await source.read(start, length)).map((box) => ({
      type: box.type,
      start: box.start + start,
      dataStart: box.dataStart + start,
      end: box.end + start,
    }))
    found.push(...shifted)
  }
  return found
}

/** Turns these boxes of a file into empty `free` boxes while it streams. */
export async function* blankBoxes(
  pieces: AsyncIterable<Uint8Array>,
  boxes: readonly Box[],
): AsyncGenerator<Uint8Array, void, void> {
  const writes = boxes.flatMap(({ start, dataStart, end }) => [
    { at: start + 4, bytes: Buffer.from('free', 'latin1') },
    { at: dataStart, bytes: Buffer.alloc(end - dataStart) },
  ])
  let position = 0
  for await (const piece of pieces) {
    const last = position + piece.byteLength
    for (const { at, bytes } of writes) {
      const [from, to] = [Math.max(at, position), Math.min(at + bytes.length, last)]
      if (from < to) piece.set(bytes.subarray(from - at, to - at), from - position)
    }
    yield piece
    position = last
  }
}

function locationsIn(bytes: Buffer, from = 0, to = bytes.length): Box[] {
  return [...boxesIn(bytes, from, to)].flatMap((box): Box[] => {
    if (locationBoxes.has(box.type) || (isXmp(bytes, box) && xmpHasLocation(dataOf(bytes, box)))) return [box]
    if (box.type === 'meta') return locationsInMeta(bytes, box)
    return containers.has(box.type) ? locationsIn(bytes, box.dataStart, box.end) : []
  })
}

const dataOf = (bytes: Buffer, { dataStart, end }: Box): Buffer => bytes.subarray(dataStart, end)

/** XMP specification, part 3: the UUID of the XMP box. */
const xmpUuid = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')
const isXmp = (bytes: Buffer, box: Box): boolean =>
  box.type === 'XMP_' || (box.type === 'uuid' && dataOf(bytes, box).subarray(0, 16).equals(xmpUuid))

/** QuickTime writes `meta` without the version field that ISO puts before its boxes. */
function locationsInMeta(bytes: Buffer, { dataStart, end }: Box): Box[] {
  const isQuickTime = bytes.toString('latin1', dataStart + 4, dataStart + 8) === 'hdlr'
  const boxes = [...boxesIn(bytes, dataStart + (isQuickTime ? 0 : 4), end)]
  const list = boxes.find(({ type }) => type === 'ilst')
  const keys = boxes.find(({ type }) => type === 'keys')
  if (!list) return []
  const numbers = keys ? locationKeys(bytes, keys) : new Set<number>()
  const items = [...boxesIn(bytes, list.dataStart, list.end)]
  return items.filter(({ type, start }) => locationBoxes.has(type) || numbers.has(bytes.readUInt32BE(start + 4)))
}

/** Numbers of the keys that name a location, counted from 1 (QuickTime File Format, “Metadata item keys atom”). */
function locationKeys(bytes: Buffer, keys: Box): Set<number> {
  const entries = [...boxesIn(bytes, keys.dataStart + 8, keys.end)]
  const isLocation = (box: Box): boolean => /location|gps/i.test(dataOf(bytes, box).toString('latin1'))
  return new Set(entries.flatMap((box, index) => (isLocation(box) ? [index + 1] : [])))
}
