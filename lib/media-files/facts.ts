import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import sharp from 'sharp'
import type { MediaFacts } from '@/lib/media-files/media-facts'
import { MediaError } from '@/lib/outbound/media'
import { withFileSource } from './boxes'
import { readVideo, videoTypeOf } from './video'

/**
 * Reads the facts of a file from the header of an image or the index of a video. Nothing is decoded.
 *
 * @param sha256 of the bytes, if already known
 * @throws MediaError `not_media` for a file that is neither, `too_many_pixels` for an image above `maxPixels`
 */
export async function readFacts(path: string, name: string, sha256?: string): Promise<MediaFacts> {
  const { size } = await stat(path)
  const found = await withFileSource(path, async (source) => {
    const type = videoTypeOf(await source.read(0, 64))
    return type ? readVideo(source, type) : readImage(path, name)
  })
  if (!found) throw new MediaError('not_media', false, `${name} is not an image or a video. Replace it.`)
  return { ...found, bytes: size, sha256: sha256 ?? (await hashOfFile(path)) }
}

/** Facts of a file as we serve it: an SVG in its own size. Networks get SVGs drawn larger. */
export async function readFactsAsServed(path: string, name: string): Promise<MediaFacts> {
  const facts = await readFacts(path, name)
  if (facts.mime !== 'image/svg+xml') return facts
  const { width, height } = await sharp(path, { limitInputPixels: false }).metadata()
  return { ...facts, width, height }
}

/** Turns the facts of a file as served into those that networks get, without reading it again. */
export function factsForNetworks(served: MediaFacts): MediaFacts {
  const { mime, width, height } = served
  if (mime !== 'image/svg+xml' || !width || !height) return served
  return { ...served, ...drawnSize({ format: 'svg', width, height }) }
}

/** Images with more pixels take too much memory to decode. */
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

/** Minimum size of the longer side when an SVG is drawn. */
const drawnSideMin = 1_600
/** librsvg draws no larger ones. */
const svgBytesMax = 10_000_000

function drawnSize({ format, width, height }: { format?: string | undefined; width: number; height: number }) {
  const scale = format === 'svg' ? Math.max(1, drawnSideMin / Math.max(width, height)) : 1
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

async function readImage(path: string, name: string): Promise<Omit<MediaFacts, 'bytes' | 'sha256'> | null> {
  // With sharp's own pixel limit, an image that is too large would look like a damaged one.
  const image = await sharp(path, { limitInputPixels: false, pages: -1 })
    .metadata()
    .catch(() => null)
  const mime = image?.format ? imageTypes[image.format] : undefined
  if (!image || !mime || !image.width || !image.height) return null
  if (image.format === 'svg' && (await stat(path)).size > svgBytesMax)
    throw new MediaError('too_large', false, `${name} is larger than 10 MB, the limit for SVGs. Make it smaller.`)
  const { pages = 1, orientation = 1, pageHeight } = image
  if (image.width * image.height > maxPixels) {
    const millions = Math.round((image.width * image.height) / 1_000_000)
    const message = `${name} has ${millions} million pixels, more than any network accepts. Make it smaller.`
    throw new MediaError('too_many_pixels', false, message)
  }
  const isAnimated = pages > 1 && (mime === 'image/gif' || mime === 'image/webp' || mime === 'image/png')
  const height = isAnimated && pageHeight ? pageHeight : pages > 1 ? Math.round(image.height / pages) : image.height
  const isOnItsSide = orientation >= 5
  const drawn = drawnSize({ format: image.format, width: image.width, height })
  return {
    mime,
    width: isOnItsSide ? drawn.height : drawn.width,
    height: isOnItsSide ? drawn.width : drawn.height,
    orientation,
    durationSeconds: isAnimated ? (image.delay ?? []).reduce((sum, delay) => sum + delay, 0) / 1_000 : null,
    videoCodec: null,
    audioCodec: null,
    framesPerSecond: null,
    frames: isAnimated ? pages : 1,
    hasAudio: false,
    isAnimated,
    moovFirst: null,
    hasLocation: image.exif ? hasLocation(image.exif) : false,
  }
}

/** Whether EXIF data have a GPS directory: tag 0x8825 in the first directory (EXIF 2.32, section 4.6.3). */
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

/** SHA-256 of a file, in hex. */
export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece)
  return hash.digest('hex')
}
