import { readFile } from 'node:fs/promises'
import { type Box, boxesIn, outerBoxesOf, withFileSource } from '@/lib/media-files/boxes'
import { xmpHasLocation } from './location'

/** Boxes whose boxes are searched. */
const containers = new Set(['moov', 'trak', 'moof', 'traf', 'udta', 'ilst'])
/** Locations of phones (`©xyz`), of 3GPP TS 26.244 (`loci`) and of dashcams (`gps `). */
const locationBoxes = new Set(['\u00a9xyz', 'loci', 'gps '])
const searched = new Set([...containers, ...locationBoxes, 'meta', 'uuid', 'XMP_'])

/**
 * An MP4 with the location overwritten in place: the index counts bytes from the start of the file, so nothing may move.
 *
 * @returns null when there is no location
 */
export const mp4WithoutLocation = async (path: string): Promise<Buffer | null> =>
  (await hasLocation(path)) ? blankLocations(await readFile(path)) : null

/** Reads only the boxes that can hold a location, and no media data. */
const hasLocation = (path: string): Promise<boolean> =>
  withFileSource(path, async (source) => {
    for (const { type, start, end } of (await outerBoxesOf(source)) ?? []) {
      if (!searched.has(type)) continue
      const bytes = await source.read(start, Math.min(end, source.size) - start)
      if (locationsIn(bytes).length > 0) return true
    }
    return false
  })

function blankLocations(bytes: Buffer): Buffer {
  for (const { start, dataStart, end } of locationsIn(bytes)) {
    bytes.write('free', start + 4, 'latin1')
    bytes.fill(0, dataStart, end)
  }
  return bytes
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
