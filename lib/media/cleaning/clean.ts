import { readFile, rm, writeFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import type { MediaFacts } from '@/lib/channels/media-facts'
import { AppError, invalid } from '@/lib/errors'
import { MediaFault } from '@/lib/outbound/media'
import { atMost } from '../at-most'
import { looksLikeDrawing, sanitizeDrawing } from '../drawing/sanitize'
import { readFacts, readFactsAsServed } from '../facts'
import { encodedPixelsMax, pixelsMax } from '../limits'
import { draftPath, type Spooled } from '../spool'
import { asStorageTrouble } from '../trouble'
import { takenTypes } from '../types'
import { gifWithoutPlace } from './gif'
import { jpegWithoutPlace } from './jpeg'
import { mp4WithoutPlace } from './mp4'
import { pngWithoutPlace } from './png'
import { webpWithoutPlace } from './webp'

/** A file as it is kept. `path` is the sent one when nothing had to be changed, else a draft beside it. */
export type Cleaned = { path: string; facts: MediaFacts }

/**
 * Looks at a file and makes of it what is kept: upright, without where it was taken, and a drawing without what runs or
 * fetches. What needs none of this keeps its bytes.
 *
 * @throws unsupported_media_type, payload_too_large, validation_error for what is not taken; unavailable when the disk
 * takes no draft
 */
export async function cleanFile(spooled: Spooled): Promise<Cleaned> {
  const drawing = await sanitized(spooled)
  const file = drawing ?? spooled.path
  try {
    const facts = await factsOf(file, drawing ? undefined : spooled.sha256)
    if (facts.mime === 'image/svg+xml') return await keptDrawing(drawing)
    const changed = await changedBytes(file, facts)
    return changed ? await draftOf(changed) : { path: spooled.path, facts }
  } catch (error) {
    if (drawing) await rm(drawing, { force: true })
    throw error
  }
}

async function sanitized({ path }: Spooled): Promise<string | null> {
  if (!(await looksLikeDrawing(path))) return null
  const text = await sanitizeDrawing(await readFile(path))
  if (text === null) throw notTaken('text that is no drawing')
  return write(Buffer.from(text))
}

/** A drawing that the reader knows and that does not look like one, say packed or in UTF-16, was not sanitised. */
async function keptDrawing(drawing: string | null): Promise<Cleaned> {
  if (!drawing) throw notTaken('a drawing that is packed or not in UTF-8: save it as plain SVG')
  return { path: drawing, facts: await readFactsAsServed(drawing, 'the file') }
}

async function draftOf(bytes: Buffer): Promise<Cleaned> {
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
    throw asStorageTrouble(error)
  }
}

async function factsOf(path: string, sha256?: string): Promise<MediaFacts> {
  const facts = await readFacts(path, 'the file', sha256).catch((error: unknown) => {
    throw error instanceof MediaFault ? refusalOf(error) : error
  })
  if (!(facts.mime in takenTypes)) throw notTaken(facts.mime)
  if (facts.mime === 'video/mp4' && !(facts.width && facts.height && facts.durationSeconds))
    throw notTaken('a film without pictures')
  const pixels = pixelsOf(facts)
  if (pixels > pixelsMax) throw tooManyPixels(pixels)
  return facts
}

const pixelsOf = ({ width, height, frames }: MediaFacts): number => (width ?? 0) * (height ?? 0) * (frames ?? 0)

export const notTaken = (what: string): AppError => {
  const names = Object.values(takenTypes)
  const taken = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
  return new AppError('unsupported_media_type', `By its bytes the file is ${what}. Taken are ${taken}.`)
}

const tooManyPixels = (pixels: number): AppError => {
  const millions = Math.round(pixels / 1_000_000).toLocaleString('en')
  const most = pixelsMax / 1_000_000
  return invalid(
    'file',
    `unpacks to ${millions} million pixels, and ${most} are taken. Make it smaller.`,
    'too_many_pixels',
  )
}

function tooManyToEncode(pixels: number, isTurned: boolean): AppError {
  const [millions, most] = [pixels, encodedPixelsMax].map((count) => Math.round(count / 1_000_000).toLocaleString('en'))
  const why = isTurned ? 'is turned by a note of the camera' : 'holds the place where it was taken'
  const remedy = isTurned ? 'Save it upright' : 'Save it without its place'
  const message = `${why}, and has to be encoded anew. That is done for up to ${most} million pixels, and it has ${millions} million. ${remedy}, or make it smaller.`
  return invalid('file', message, 'too_many_pixels')
}

function refusalOf(fault: MediaFault): AppError {
  if (fault.kind === 'too_many_pixels') return invalid('file', fault.message, 'too_many_pixels')
  if (fault.kind === 'too_large') return new AppError('payload_too_large', fault.message)
  return notTaken('neither a picture nor a film')
}

const ofBytes =
  (without: (bytes: Buffer) => Buffer | null) =>
  async (path: string): Promise<Buffer | null> =>
    without(await readFile(path))

const withoutPlace: Record<string, (path: string) => Promise<Buffer | null>> = {
  'image/jpeg': ofBytes(jpegWithoutPlace),
  'image/png': ofBytes(pngWithoutPlace),
  'image/webp': ofBytes(webpWithoutPlace),
  'image/gif': ofBytes(gifWithoutPlace),
  'video/mp4': mp4WithoutPlace,
}

/** Null: the file stays as it is. */
async function changedBytes(path: string, facts: MediaFacts): Promise<Buffer | null> {
  const isStill = facts.mime !== 'video/mp4' && !facts.isAnimated
  if (isStill && facts.orientation !== 1) return writtenAnew(path, facts)
  const without = (await withoutPlace[facts.mime]?.(path)) ?? null
  // Built in a way that could not be taken apart, although the reader found a place in it.
  return without === null && facts.hasLocation ? writtenAnew(path, facts) : without
}

/** What nobody sees the loss of. */
const quality = 95

/** A picture is unpacked whole to be turned, which takes 300 MB for the largest. */
const oneAtATime = atMost(1)

/** Upright, in the colours that it has, and without notes. */
async function writtenAnew(path: string, facts: MediaFacts): Promise<Buffer> {
  const { mime, orientation } = facts
  const pixels = pixelsOf(facts)
  if (pixels > encodedPixelsMax) throw tooManyToEncode(pixels, orientation !== 1)
  const picture = sharp(path, { limitInputPixels: pixelsMax, animated: true, failOn: 'error' })
  const { space, depth } = await picture.metadata()
  const upright = picture.autoOrient()
  // Readers of the web know no colours of print: those are changed to sRGB.
  const own = space === 'cmyk' ? upright : upright.keepIccProfile()
  // Sixteen bits stay sixteen: where sharp makes eight of them beside a profile, it breaks off now and then (0.35.5).
  if (mime === 'image/png' && depth === 'ushort') own.toColourspace(space)
  try {
    return await oneAtATime(() => encoded(own, mime).toBuffer())
  } catch (cause) {
    const message = 'is broken: it cannot be read to its end. Replace it.'
    const issue = { path: 'file', code: 'broken', message }
    throw new AppError('validation_error', `file ${message}`, { issues: [issue] }, { cause })
  }
}

function encoded(picture: Sharp, mime: string): Sharp {
  if (mime === 'image/png') return picture.png()
  if (mime === 'image/webp') return picture.webp({ quality })
  if (mime === 'image/gif') return picture.gif()
  return picture.jpeg({ quality, chromaSubsampling: '4:4:4' })
}
