import { hasLocation as exifHasLocation } from '@/lib/media-files/facts'
import { iptcHasLocation, xmpHasLocation } from './location'

type Segment = { marker: number; start: number; end: number; data: Buffer }

const exifStart = Buffer.from('Exif\0\0', 'latin1')
const [app1, app2, app13, startOfScan, endOfImage] = [0xe1, 0xe2, 0xed, 0xda, 0xd9]

/**
 * Removes EXIF, XMP and IPTC from a JPEG that names a place, and images or videos that phones append. The pixels stay as
 * they are.
 *
 * @returns null when no place is named, or when the segments cannot be parsed
 */
export function jpegWithoutLocation(bytes: Buffer): Buffer | null {
  const head = readHead(bytes)
  if (!head) return null
  const end = endOfImageData(bytes, head.scanStart)
  const rest = bytes.subarray(end)
  if (!head.segments.some(hasLocation) && !hasAppendedMedia(rest)) return null
  const kept = head.segments.filter((segment) => !isMetadata(segment))
  return Buffer.concat([
    bytes.subarray(0, 2),
    ...kept.map(({ start, end }) => bytes.subarray(start, end)),
    bytes.subarray(head.scanStart, end),
  ])
}

function hasLocation({ marker, data }: Segment): boolean {
  if (marker === app13) return iptcHasLocation(data)
  if (marker !== app1) return false
  return data.subarray(0, 6).equals(exifStart) ? exifHasLocation(data) : xmpHasLocation(data)
}

/** Appended images and videos have metadata of their own. */
const hasAppendedMedia = (rest: Buffer): boolean => rest.includes(exifStart) || rest.includes('ftyp')

/** MPF (CIPA DC-007) lists the appended images. */
const isMetadata = ({ marker, data }: Segment): boolean =>
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

/** Offset after the end marker. In scan data, 0xff is followed by 0 or a restart marker; otherwise a segment starts. */
function endOfImageData(bytes: Buffer, scanStart: number): number {
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
