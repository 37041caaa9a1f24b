import { readFile, rm, writeFile } from 'node:fs/promises'
import { draftPath, type Spooled } from '@/lib/api/spool'
import { AppError, invalid } from '@/lib/errors'
import { readFacts, readFactsAsServed } from '@/lib/media-files/facts'
import { encodedPixelsMax, pixelsMax } from '@/lib/media-files/limits'
import type { MediaFacts } from '@/lib/media-files/media-facts'
import { supportedTypes } from '@/lib/media-files/types'
import { MediaError } from '@/lib/outbound/media'
import { asStorageUnavailable } from '@/lib/storage/storage-unavailable'
import { looksLikeSvg, sanitizeSvg } from '../svg/sanitize'
import { encodeUpright } from './encode'
import { gifWithoutLocation } from './gif'
import { jpegWithoutLocation } from './jpeg'
import { imageHasLocation } from './location'
import { writeWithoutLocation } from './mp4'

/** The file to store. `path` is the uploaded file if nothing had to change, else a temporary file next to it. */
export type Cleaned = { path: string; facts: MediaFacts }

/**
 * Checks an uploaded file and prepares it for storage: turns it upright, removes the location, and removes scripts and
 * external references from SVGs. A file that needs none of this keeps its bytes.
 *
 * @throws unsupported_media_type, payload_too_large, validation_error; unavailable when the temporary file cannot be
 * written
 */
export async function cleanFile(spooled: Spooled): Promise<Cleaned> {
  const svg = await sanitizedSvg(spooled)
  const file = svg ?? spooled.path
  try {
    const facts = await factsOf(file, svg ? undefined : spooled.sha256)
    if (facts.mime === 'image/svg+xml') return await cleanedSvg(svg)
    if (facts.mime === 'video/mp4') return (await cleanedVideo(file)) ?? { path: spooled.path, facts }
    const changed = await changedBytes(file, facts)
    return changed ? await writeCleaned(changed) : { path: spooled.path, facts }
  } catch (error) {
    if (svg) await rm(svg, { force: true })
    throw error
  }
}

async function sanitizedSvg({ path }: Spooled): Promise<string | null> {
  if (!(await looksLikeSvg(path))) return null
  const text = await sanitizeSvg(await readFile(path))
  if (text === null) throw unsupportedType('XML without an svg element')
  return write(Buffer.from(text))
}

/** sharp also reads SVGs that are compressed or in UTF-16. Those were not sanitized, so they are refused. */
async function cleanedSvg(path: string | null): Promise<Cleaned> {
  if (!path) throw unsupportedType('image/svg+xml, compressed or not in UTF-8')
  return { path, facts: await readFactsAsServed(path, 'the file') }
}

/** Null when the video stays as it is. A video may be too large for the memory. */
async function cleanedVideo(file: string): Promise<Cleaned | null> {
  const path = await draftPath()
  try {
    const isChanged = await writeWithoutLocation(file, path).catch((error: unknown) => {
      throw asStorageUnavailable(error)
    })
    return isChanged ? { path, facts: await factsOf(path) } : null
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

async function writeCleaned(bytes: Buffer): Promise<Cleaned> {
  const path = await write(bytes)
  try {
    return { path, facts: await factsOf(path) }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

async function write(bytes: Buffer): Promise<string> {
  const path = await draftPath()
  try {
    await writeFile(path, bytes, { flag: 'wx' })
    return path
  } catch (error) {
    await rm(path, { force: true })
    throw asStorageUnavailable(error)
  }
}

async function factsOf(path: string, sha256?: string): Promise<MediaFacts> {
  const facts = await readFacts(path, 'the file', sha256).catch((error: unknown) => {
    throw error instanceof MediaError ? refusalOf(error) : error
  })
  if (!(facts.mime in supportedTypes)) throw unsupportedType(facts.mime)
  if (facts.mime === 'video/mp4') requireVideo(facts)
  const pixels = pixelsOf(facts)
  if (pixels > pixelsMax) throw tooManyPixels(pixels)
  return facts
}

/** @throws unsupported_media_type for an MP4 with sound only */
export function requireVideo({ width, height, durationSeconds }: MediaFacts): void {
  if (!(width && height && durationSeconds)) throw unsupportedType('video/mp4 without a video track')
}

export const pixelsOf = ({ width, height, frames }: MediaFacts): number => (width ?? 0) * (height ?? 0) * (frames ?? 0)

export const unsupportedType = (type?: string): AppError =>
  new AppError(
    'unsupported_media_type',
    `Unsupported file type${type ? ` ${type}` : ''}. Supported: ${Object.values(supportedTypes).join(', ')}.`,
  )

export const millions = (pixels: number): string => `${Math.round(pixels / 1_000_000).toLocaleString('en')} million`

const tooManyPixels = (pixels: number): AppError =>
  invalid(
    'file',
    `has ${millions(pixels)} pixels, and the limit is ${millions(pixelsMax)}. Make it smaller.`,
    'too_many_pixels',
  )

function tooManyToEncode(pixels: number, isRotated: boolean): AppError {
  const [why, fix] = isRotated
    ? ['is rotated by its EXIF orientation', 'Save it upright']
    : ['contains the location where it was taken', 'Save it without the location']
  const message = `${why} and has to be re-encoded, which works up to ${millions(encodedPixelsMax)} pixels. It has ${millions(pixels)}. ${fix}, or make it smaller.`
  return invalid('file', message, 'too_many_pixels')
}

function refusalOf(error: MediaError): AppError {
  if (error.kind === 'too_many_pixels') return invalid('file', error.message, 'too_many_pixels')
  if (error.kind === 'too_large') return new AppError('payload_too_large', error.message)
  return unsupportedType()
}

/** Bytes of the changed image, or null when it stays as it is. */
async function changedBytes(path: string, facts: MediaFacts): Promise<Buffer | null> {
  const { mime, orientation, isAnimated } = facts
  if (orientation !== 1 && !isAnimated) return reencoded(path, facts)
  const bytes = await readFile(path)
  if (mime === 'image/gif') return gifWithoutLocation(bytes)
  // Pixels of a JPEG stay as they are. One whose segments cannot be parsed is re-encoded like the other types.
  const withoutLocation = mime === 'image/jpeg' ? jpegWithoutLocation(bytes) : null
  if (withoutLocation) return withoutLocation
  return facts.hasLocation || (mime !== 'image/jpeg' && (await imageHasLocation(bytes))) ? reencoded(path, facts) : null
}

async function reencoded(path: string, facts: MediaFacts): Promise<Buffer> {
  const pixels = pixelsOf(facts)
  if (pixels > encodedPixelsMax) throw tooManyToEncode(pixels, facts.orientation !== 1)
  return encodeUpright(path, facts.mime)
}
