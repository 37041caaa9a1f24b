import { open, readFile } from 'node:fs/promises'
import { boxesOf } from '../facts'
import { xmpNamesPlace } from './places'

type Box = { type: string; start: number; dataStart: number; end: number }

/** Boxes whose boxes are looked into. */
const containers = new Set(['moov', 'trak', 'moof', 'traf', 'udta', 'ilst'])
/** Places of phones (`©xyz`), of 3GPP TS 26.244 (`loci`) and of dashcams (`gps `). */
const placeBoxes = new Set(['\u00a9xyz', 'loci', 'gps '])

/**
 * A film without what says where it was taken. The boxes are overwritten where they stand, so that nothing else moves:
 * the index of a film counts bytes from its beginning.
 *
 * @returns null when it does not say so, which is known without reading its pictures
 */
export const mp4WithoutPlace = async (path: string): Promise<Buffer | null> =>
  (await namesPlace(path)) ? withoutPlaces(await readFile(path)) : null

async function namesPlace(path: string): Promise<boolean> {
  const boxes = await boxesOf(path)
  const file = await open(path)
  try {
    for (const { type, at, size } of boxes) {
      if (!isLookedInto(type)) continue
      const bytes = Buffer.alloc(Math.min(size, (await file.stat()).size - at))
      await file.read(bytes, 0, bytes.length, at)
      if (placesIn(bytes, 0, bytes.length).length > 0) return true
    }
    return false
  } finally {
    await file.close()
  }
}

function withoutPlaces(bytes: Buffer): Buffer | null {
  const places = placesIn(bytes, 0, bytes.length)
  if (places.length === 0) return null
  const cleaned = Buffer.from(bytes)
  for (const { start, dataStart, end } of places) {
    cleaned.write('free', start + 4, 'latin1')
    cleaned.fill(0, dataStart, end)
  }
  return cleaned
}

const isLookedInto = (type: string): boolean =>
  containers.has(type) || placeBoxes.has(type) || ['meta', 'uuid', 'XMP_'].includes(type)

function placesIn(bytes: Buffer, from: number, to: number): Box[] {
  return boxesIn(bytes, from, to).flatMap((box): Box[] => {
    if (placeBoxes.has(box.type) || (isXmp(bytes, box) && xmpNamesPlace(cut(bytes, box)))) return [box]
    if (box.type === 'meta') return placesInMeta(bytes, box)
    return containers.has(box.type) ? placesIn(bytes, box.dataStart, box.end) : []
  })
}

/** ISO/IEC 14496-12, section 4.2. What is cut off or lies about its length ends the walk. */
function boxesIn(bytes: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = []
  for (let at = from; at + 8 <= to; ) {
    const short = bytes.readUInt32BE(at)
    const isLong = short === 1 && at + 16 <= to
    const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short
    const dataStart = at + (isLong ? 16 : 8)
    if (size < dataStart - at || at + size > to) break
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), start: at, dataStart, end: at + size })
    at += size
  }
  return boxes
}

const cut = (bytes: Buffer, { dataStart, end }: Box): Buffer => bytes.subarray(dataStart, end)

/** XMP specification, part 3: the identifier of the box in a film. */
const xmpUuid = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')
const isXmp = (bytes: Buffer, box: Box): boolean =>
  box.type === 'XMP_' || (box.type === 'uuid' && cut(bytes, box).subarray(0, 16).equals(xmpUuid))

/** QuickTime writes `meta` without the version that ISO puts before its boxes. */
function placesInMeta(bytes: Buffer, box: Box): Box[] {
  const isQuickTime = bytes.toString('latin1', box.dataStart + 4, box.dataStart + 8) === 'hdlr'
  const boxes = boxesIn(bytes, box.dataStart + (isQuickTime ? 0 : 4), box.end)
  const list = boxes.find(({ type }) => type === 'ilst')
  const keys = boxes.find(({ type }) => type === 'keys')
  if (!list) return []
  const numbers = keys ? placeKeys(bytes, keys) : new Set<number>()
  const items = boxesIn(bytes, list.dataStart, list.end)
  return items.filter(({ type, start }) => placeBoxes.has(type) || numbers.has(bytes.readUInt32BE(start + 4)))
}

/** Which keys name a place, counted from 1 (QuickTime File Format, “Metadata item keys atom”). */
function placeKeys(bytes: Buffer, keys: Box): Set<number> {
  const numbers = new Set<number>()
  let number = 1
  for (let at = keys.dataStart + 8; at + 8 <= keys.end; number++) {
    const size = bytes.readUInt32BE(at)
    if (size < 8) break
    if (/location|gps/i.test(bytes.toString('latin1', at + 8, Math.min(at + size, keys.end)))) numbers.add(number)
    at += size
  }
  return numbers
}
