import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { FilePathSource, Input, type InputVideoTrack, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny'
import sharp from 'sharp'
import type { MediaFacts } from '@/lib/channels/media-facts'
import { MediaFault } from '@/lib/outbound/media'
import { isIndexSane } from './film-index'

/**
 * What a file is by its bytes. Of a picture its header is read, of a film its index: neither is unpacked, and nothing
 * of it is kept in memory.
 *
 * @param sha256 of the bytes where it is known already
 * @throws MediaFault `not_media` for anything that is neither, `too_many_pixels` for a picture that unpacks to more
 * than any network takes
 */
export async function readFacts(path: string, name: string, sha256?: string): Promise<MediaFacts> {
  const { size } = await stat(path)
  const head = await headOf(path)
  const type = filmType(head)
  const found = type ? await readFilm(path, type) : await readPicture(path, name)
  if (!found)
    throw new MediaFault('not_media', false, `What ${name} holds is neither a picture nor a film. Replace it.`)
  return { ...found, bytes: size, sha256: sha256 ?? (await hashOf(path)) }
}

/** The same of a file as it is served: a drawing is as large as it says, while networks get it drawn larger. */
export async function readFactsAsServed(path: string, name: string): Promise<MediaFacts> {
  const facts = await readFacts(path, name)
  if (facts.mime !== 'image/svg+xml') return facts
  const { width, height } = await sharp(path, { limitInputPixels: false }).metadata()
  return { ...facts, width, height }
}

/** Facts of a file as it is served, as its networks get it: the reverse of the above, without a second look. */
export function factsForNetworks(served: MediaFacts): MediaFacts {
  const { mime, width, height } = served
  if (mime !== 'image/svg+xml' || !width || !height) return served
  return { ...served, ...drawnSize({ format: 'svg', width, height }) }
}

type Found = Omit<MediaFacts, 'bytes' | 'sha256'>

/** A picture that unpacks to more is an attack on whoever opens it. */
const maxPixels = 268_402_689

const imageTypes: Record<string, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  heif: 'image/avif',
  tiff: 'image/tiff',
  svg: 'image/svg+xml',
}

/** A drawing has no size of its own that would be too small: it is drawn so large along its longer side at least. */
const drawnSideMin = 1_600
/** The library draws no more than this, and a drawing of that length is an attack. */
const drawingBytesMax = 10_000_000

function drawnSize({ format, width, height }: { format?: string | undefined; width: number; height: number }) {
  const scale = format === 'svg' ? Math.max(1, drawnSideMin / Math.max(width, height)) : 1
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

async function readPicture(path: string, name: string): Promise<Found | null> {
  // The limit of sharp would say that the file is broken, which is not what is wrong with it.
  const picture = await sharp(path, { limitInputPixels: false, pages: -1 })
    .metadata()
    .catch(() => null)
  const mime = picture?.format ? imageTypes[picture.format] : undefined
  if (!picture || !mime || !picture.width || !picture.height) return null
  if (picture.format === 'svg' && (await stat(path)).size > drawingBytesMax)
    throw new MediaFault(
      'too_large',
      false,
      `${name} is larger than the 10 MB that a drawing may have. Make it smaller.`,
    )
  const { pages = 1, orientation = 1, pageHeight } = picture
  if (picture.width * picture.height > maxPixels) {
    const millions = Math.round((picture.width * picture.height) / 1_000_000)
    throw new MediaFault(
      'too_many_pixels',
      false,
      `${name} unpacks to ${millions} million pixels, which nobody takes. Make it smaller.`,
    )
  }
  const isAnimated = pages > 1 && (mime === 'image/gif' || mime === 'image/webp' || mime === 'image/png')
  const height = isAnimated && pageHeight ? pageHeight : pages > 1 ? Math.round(picture.height / pages) : picture.height
  const isTurned = orientation >= 5
  const drawn = drawnSize({ format: picture.format, width: picture.width, height })
  return {
    mime,
    width: isTurned ? drawn.height : drawn.width,
    height: isTurned ? drawn.width : drawn.height,
    orientation,
    durationSeconds: isAnimated ? (picture.delay ?? []).reduce((sum, delay) => sum + delay, 0) / 1_000 : null,
    videoCodec: null,
    audioCodec: null,
    framesPerSecond: null,
    frames: isAnimated ? pages : 1,
    hasAudio: false,
    isAnimated,
    moovFirst: null,
    hasLocation: picture.exif ? hasLocation(picture.exif) : false,
  }
}

/** Whether the EXIF data have a GPS directory, tag 0x8825 of the first one (EXIF 2.32, section 4.6.3). */
export function hasLocation(exif: Buffer): boolean {
  const start = exif.toString('latin1', 0, 6) === 'Exif\0\0' ? 6 : 0
  const order = exif.toString('latin1', start, start + 2)
  if (exif.length < start + 8 || (order !== 'II' && order !== 'MM')) return false
  const u16 = (at: number): number => (order === 'II' ? exif.readUInt16LE(at) : exif.readUInt16BE(at))
  const u32 = (at: number): number => (order === 'II' ? exif.readUInt32LE(at) : exif.readUInt32BE(at))
  const directory = start + u32(start + 4)
  if (directory + 2 > exif.length) return false
  const count = u16(directory)
  for (let index = 0; index < count; index++) {
    const entry = directory + 2 + index * 12
    if (entry + 12 > exif.length) return false
    if (u16(entry) === 0x8825) return true
  }
  return false
}

type FilmType = 'video/mp4' | 'video/quicktime' | 'video/webm'

/** ISO base media files name their brand at byte 8; still pictures (`avif`, `heic`, `mif1`) use the same box. */
export function filmType(head: Buffer): FilmType | null {
  if (head.length >= 12 && head.toString('latin1', 4, 8) === 'ftyp') {
    const brand = head.toString('latin1', 8, 12)
    if (/^(avi[fs]|hei[cx]|mif1|msf1)$/.test(brand)) return null
    return brand === 'qt  ' ? 'video/quicktime' : 'video/mp4'
  }
  return head.length >= 4 && head.readUInt32BE(0) === 0x1a45dfa3 ? 'video/webm' : null
}

/** Enough pictures to tell how fast they follow one another. */
const packetsRead = 60

// By name, and not all that the library knows: playlists would have it call the addresses that they list.
const filmFormats = [MP4, QTFF, WEBM, MATROSKA]

async function readFilm(path: string, mime: FilmType): Promise<Found | null> {
  if (mime !== 'video/webm' && !(await hasSaneIndex(path))) return null
  const input = new Input({ formats: filmFormats, source: new FilePathSource(path) })
  try {
    const [video, audio] = await Promise.all([input.getPrimaryVideoTrack(), input.getPrimaryAudioTrack()])
    // A file of sound alone is no film.
    if (!video) return null
    const turn = await video.getRotation()
    return {
      mime,
      width: await video.getDisplayWidth(),
      height: await video.getDisplayHeight(),
      orientation: { 0: 1, 90: 6, 180: 3, 270: 8 }[turn] ?? 1,
      durationSeconds: rounded(await durationOf(input)),
      videoCodec: (await video.getCodec()) ?? 'unknown',
      audioCodec: audio ? ((await audio.getCodec()) ?? 'unknown') : null,
      framesPerSecond: await rateOf(video),
      frames: null,
      hasAudio: audio !== null,
      isAnimated: false,
      moovFirst: mime === 'video/webm' ? null : await isIndexFirst(path),
      hasLocation: false,
    }
  } catch {
    return null
  } finally {
    input.dispose()
  }
}

async function hasSaneIndex(path: string): Promise<boolean> {
  const boxes = await boxesOf(path)
  return boxes.length < boxesMax && isIndexSane(path, boxes)
}

const durationOf = async (input: Input): Promise<number> =>
  (await input.getDurationFromMetadata()) ?? (await input.computeDuration())

async function rateOf(video: InputVideoTrack): Promise<number | null> {
  const { packetCount, averagePacketRate } = await video.computePacketStats(packetsRead)
  return packetCount > 1 && Number.isFinite(averagePacketRate) ? rounded(averagePacketRate) : null
}

const rounded = (value: number): number => Math.round(value * 1_000) / 1_000

/** A box of the file: where it begins, how long it is. */
export type Box = { type: string; at: number; size: number; headerSize: number }

/** A film in pieces has two of them for each of its pieces. */
const boxesMax = 10_000

/** Walks the outermost boxes of an ISO base media file (ISO/IEC 14496-12, section 4.2). */
export async function boxesOf(path: string): Promise<Box[]> {
  const file = await open(path)
  try {
    const { size: fileSize } = await file.stat()
    const boxes: Box[] = []
    for (let at = 0; at + 8 <= fileSize && boxes.length < boxesMax; ) {
      const head = Buffer.alloc(16)
      await file.read(head, 0, 16, at)
      const short = head.readUInt32BE(0)
      const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? fileSize - at : short
      const headerSize = short === 1 ? 16 : 8
      if (size < headerSize) return boxes
      boxes.push({ type: head.toString('latin1', 4, 8), at, size, headerSize })
      at += size
    }
    return boxes
  } finally {
    await file.close()
  }
}

async function isIndexFirst(path: string): Promise<boolean> {
  const types = (await boxesOf(path)).map(({ type }) => type)
  const index = types.indexOf('moov')
  const frames = types.indexOf('mdat')
  return index >= 0 && (frames < 0 || index < frames)
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const head = Buffer.alloc(64)
    const { bytesRead } = await file.read(head, 0, head.length, 0)
    return head.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer)
  return hash.digest('hex')
}
