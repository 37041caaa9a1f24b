import { exifNamesPlace, xmpNamesPlace } from './places'

type Chunk = { type: string; start: number; end: number; data: Buffer }

const headBytes = 12
const [exifFlag, xmpFlag] = [0x08, 0x04]

/**
 * A WebP without what says where it was taken, its pictures untouched, moving ones too.
 *
 * @returns null when it does not say so
 */
export function webpWithoutPlace(bytes: Buffer): Buffer | null {
  const chunks = chunksOf(bytes)
  if (!chunks.some(namesPlace)) return null
  const kept = chunks.filter(({ type }) => type !== 'EXIF' && type !== 'XMP ')
  const parts = kept.map((chunk) => (chunk.type === 'VP8X' ? withoutFlags(bytes, chunk) : cut(bytes, chunk)))
  const whole = Buffer.concat([bytes.subarray(0, headBytes), ...parts])
  whole.writeUInt32LE(whole.length - 8, 4)
  return whole
}

const namesPlace = ({ type, data }: Chunk): boolean =>
  (type === 'EXIF' && exifNamesPlace(data)) || (type === 'XMP ' && xmpNamesPlace(data))

/** RIFF: each chunk of an odd length is followed by a byte that fills it up (RFC 9649, section 2.3). */
function chunksOf(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = []
  for (let at = headBytes; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32LE(at + 4)
    const end = at + 8 + size + (size % 2)
    const data = bytes.subarray(at + 8, at + 8 + size)
    chunks.push({ type: bytes.toString('latin1', at, at + 4), start: at, end, data })
    at = end
  }
  return chunks
}

const cut = (bytes: Buffer, { start, end }: Chunk): Buffer => bytes.subarray(start, end)

/** The first byte of VP8X says which chunks there are (RFC 9649, section 2.7.1). */
function withoutFlags(bytes: Buffer, chunk: Chunk): Buffer {
  const own = Buffer.from(cut(bytes, chunk))
  own[8] = (own[8] ?? 0) & ~(exifFlag | xmpFlag)
  return own
}
