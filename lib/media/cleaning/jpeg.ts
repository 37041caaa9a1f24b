import { exifNamesPlace, holdsExif, iptcNamesPlace, isExif, xmpNamesPlace } from './places'

type Segment = { marker: number; start: number; end: number; data: Buffer }

const [app1, app2, app13, startOfScan, endOfImage] = [0xe1, 0xe2, 0xed, 0xda, 0xd9]

/**
 * A JPEG without what says where it was taken, its picture untouched: the notes of the camera and of editors (EXIF, XMP,
 * IPTC) are left out, and what phones hang behind the picture (a second picture, a film).
 *
 * @returns null when it does not say where it was taken, or is no JPEG that could be taken apart
 */
export function jpegWithoutPlace(bytes: Buffer): Buffer | null {
  const head = readHead(bytes)
  if (!head) return null
  const end = endOfPicture(bytes, head.scanStart)
  const rest = bytes.subarray(end)
  if (!head.segments.some(namesPlace) && !carriesMore(rest)) return null
  const kept = head.segments.filter((segment) => !isNote(segment))
  return Buffer.concat([
    bytes.subarray(0, 2),
    ...kept.map(({ start, end }) => bytes.subarray(start, end)),
    bytes.subarray(head.scanStart, end),
  ])
}

function namesPlace({ marker, data }: Segment): boolean {
  if (marker === app13) return iptcNamesPlace(data)
  if (marker !== app1) return false
  return isExif(data) ? exifNamesPlace(data) : xmpNamesPlace(data)
}

/** Pictures and films behind the picture have notes of their own. */
const carriesMore = (rest: Buffer): boolean => holdsExif(rest) || rest.includes('ftyp')

/** MPF (CIPA DC-007) lists the pictures behind the first, which go with the notes. */
const isNote = ({ marker, data }: Segment): boolean =>
  marker === app1 || marker === app13 || (marker === app2 && data.toString('latin1', 0, 4) === 'MPF\0')

/** The segments before the first scan (ITU-T T.81, annex B). */
function readHead(bytes: Buffer): { segments: Segment[]; scanStart: number } | null {
  const segments: Segment[] = []
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] as number
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === startOfScan) return { segments, scanStart: at }
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    segments.push({ marker, start: at, end, data: bytes.subarray(at + 4, end) })
    at = end
  }
  return null
}

/** Just behind the end marker. Inside the scans, 0xff is followed by 0 or by a restart marker; else another segment begins. */
function endOfPicture(bytes: Buffer, scanStart: number): number {
  for (let at = scanStart; at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at)) {
    const marker = bytes[at + 1] as number
    if (marker === endOfImage) return at + 2
    const isData = marker === 0 || (marker >= 0xd0 && marker <= 0xd7)
    if (isData) at += 2
    else if (marker === 0xff) at += 1
    else at += at + 4 <= bytes.length ? 2 + bytes.readUInt16BE(at + 2) : 2
  }
  return bytes.length
}
