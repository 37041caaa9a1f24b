import { inflateSync } from 'node:zlib'
import { exifNamesPlace, xmpNamesPlace } from './places'

type Chunk = { type: string; start: number; end: number; data: Buffer }

const signatureBytes = 8
/** Notes that unpack to more are no notes. */
const unpackedBytesMax = 4 * 1024 * 1024

/**
 * A PNG without what says where it was taken, its picture untouched.
 *
 * @returns null when it does not say so
 */
export function pngWithoutPlace(bytes: Buffer): Buffer | null {
  const chunks = chunksOf(bytes)
  if (!chunks.some(namesPlace)) return null
  const kept = chunks.filter((chunk) => !isNote(chunk))
  return Buffer.concat([bytes.subarray(0, signatureBytes), ...kept.map(({ start, end }) => bytes.subarray(start, end))])
}

/** PNG, third edition, section 5.3; what stands behind the last chunk is not the picture's. */
function chunksOf(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = []
  for (let at = signatureBytes; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    chunks.push({ type, start: at, end, data: bytes.subarray(at + 8, end - 4) })
    if (type === 'IEND') break
    at = end
  }
  return chunks
}

/** `Raw profile type …` is how ImageMagick writes EXIF, IPTC and XMP as text. */
const noteKeyword = /^(?:XML:com\.adobe\.xmp|Raw profile type (?:exif|app1|xmp|iptc|8bim))$/i
const isText = ({ type }: Chunk): boolean => type === 'iTXt' || type === 'zTXt' || type === 'tEXt'
const keywordOf = ({ data }: Chunk): string => data.toString('latin1', 0, Math.max(0, data.indexOf(0)))

const isNote = (chunk: Chunk): boolean => chunk.type === 'eXIf' || (isText(chunk) && noteKeyword.test(keywordOf(chunk)))

function namesPlace(chunk: Chunk): boolean {
  if (!isNote(chunk)) return false
  if (chunk.type === 'eXIf') return exifNamesPlace(chunk.data)
  // What is written in another way than the usual one is not looked into: it goes rather than give a place away.
  if (/^Raw/i.test(keywordOf(chunk))) return true
  const text = textOf(chunk)
  return text === null || xmpNamesPlace(text)
}

/** What an iTXt chunk says behind keyword, compression, language and translated keyword. Null: it cannot be unpacked. */
function textOf({ type, data }: Chunk): Buffer | null {
  const afterKeyword = data.indexOf(0) + 1
  if (type === 'tEXt') return data.subarray(afterKeyword)
  if (type === 'zTXt') return inflated(data.subarray(afterKeyword + 1))
  const afterLanguage = data.indexOf(0, afterKeyword + 2) + 1
  const text = data.subarray(data.indexOf(0, afterLanguage) + 1)
  return data[afterKeyword] === 1 ? inflated(text) : text
}

function inflated(bytes: Buffer): Buffer | null {
  try {
    return inflateSync(bytes, { maxOutputLength: unpackedBytesMax })
  } catch {
    return null
  }
}
