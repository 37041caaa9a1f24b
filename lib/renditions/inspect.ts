import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isSandboxMedia } from '@/lib/channels/media'
import type { MediaFacts } from '@/lib/channels/media-facts'
import type { Database } from '@/lib/db/pool'
import { filmType, readFacts } from '@/lib/media/facts'
import { MediaFault, readMediaPart, shown } from '@/lib/outbound/media'
import { storage } from '@/lib/storage/storage'
import { fetchedBytesMax, fetchedFolder, fetchFile, tooLarge } from './fetched'
import { lookUp } from './prepare'
import { type Known, keepKnown } from './repository'

/** Holds the header of nearly every picture, and the index of most films that begin with it. */
const headBytes = 262_144
/** Pictures whose header is not enough, e.g. animations, are fetched whole up to this size. */
const wholeBytesMax = 16_000_000
/** Enough to tell the type of a file. */
const signatureBytes = 64
const filmIndexBytesMax = 8_000_000
/** A film in one piece has about five boxes. */
const boxesMax = 16

const inspectedAtOnce = 4

/**
 * Looks at files that nothing is known of, and keeps what was found. It reads parts of each file and ends when the
 * signal aborts: files that it did not get to stay unknown.
 */
export async function inspectMedia(
  db: Database,
  projectId: string,
  urls: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  if (urls.length === 0) return
  const known = await lookUp(db, projectId, urls)
  const waiting = urls.filter((url) => needsLook(known.get(url)))
  const lane = async (): Promise<void> => {
    for (let url = waiting.shift(); url !== undefined && !signal.aborted; url = waiting.shift()) {
      await inspectAndKeep(db, projectId, url, signal)
    }
  }
  await orAborted(Promise.all(Array.from({ length: inspectedAtOnce }, lane)), signal)
}

const needsLook = (known: Known | undefined): boolean => !known?.facts || known.fault !== null

/** Faults that may pass are not kept: they say nothing about the file. */
async function inspectAndKeep(db: Database, projectId: string, url: string, signal: AbortSignal): Promise<void> {
  try {
    const facts = await inspectFile(url, signal)
    if (facts) await keepKnown(db, projectId, url, { facts, fault: null, etag: null })
  } catch (error) {
    if (!(error instanceof MediaFault)) throw error
    const { kind, isPassing, message } = error
    if (!isPassing)
      await keepKnown(db, projectId, url, { facts: null, fault: { kind, isPassing, message }, etag: null })
  }
}

/** Resolves when the signal aborts, at the latest. What is under way then ends by the same signal. */
function orAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
    work.then(() => resolve(), reject)
  })
}

/**
 * The facts of a file by parts of it.
 *
 * @returns null when parts are not enough to tell
 * @throws MediaFault
 */
export async function inspectFile(url: string, signal: AbortSignal): Promise<MediaFacts | null> {
  // Our own storage need not be reachable by its public address from here.
  if (storage().pathOf(url)) return (await fetchFile(url, { signal })).facts
  const head = await readMediaPart(url, { start: 0, length: headBytes }, optionsOf(signal))
  if (!head) return null
  const { bytes, totalBytes } = head
  if (totalBytes !== null && totalBytes > fetchedBytesMax) throw tooLarge(url, fetchedBytesMax)
  const byParts = await readParts(url, bytes, totalBytes ?? 0, signal)
  if (byParts) return byParts
  const isSmall = totalBytes !== null && totalBytes <= wholeBytesMax
  return isSmall ? (await fetchFile(url, { signal, maxBytes: wholeBytesMax, isTrusted: isSandboxMedia })).facts : null
}

const optionsOf = (signal: AbortSignal) => ({ signal, isTrusted: isSandboxMedia })

/** Reads facts from a file on disk that has the size of the original, and only the parts that tell what it is. */
async function readParts(
  url: string,
  head: Buffer,
  totalBytes: number,
  signal: AbortSignal,
): Promise<MediaFacts | null> {
  const isWhole = head.length === totalBytes
  const isFilm = head.length >= signatureBytes && isIsoFilm(head)
  if (totalBytes < head.length || !(isWhole || isFilm || isStillPicture(head))) return null
  const path = join(await fetchedFolder(), randomUUID())
  try {
    const file = await open(path, 'wx')
    try {
      await file.write(head, 0, head.length, 0)
      await file.truncate(totalBytes)
      if (!isWhole && isFilm && !(await fillFilmIndex(file, { url, head, totalBytes, signal }))) return null
    } finally {
      await file.close()
    }
    return await readFacts(path, shown(url), isWhole ? undefined : '')
  } catch (error) {
    // Parts of a file may look broken where the whole is not.
    if (error instanceof MediaFault && error.kind === 'not_media' && !isWhole) return null
    throw error
  } finally {
    await rm(path, { force: true })
  }
}

const isIsoFilm = (head: Buffer): boolean => {
  const type = filmType(head)
  return type === 'video/mp4' || type === 'video/quicktime'
}

/** JPEG, PNG and WebP without animation have all that counts in their first bytes. */
function isStillPicture(head: Buffer): boolean {
  if (head.length < signatureBytes) return false
  const isJpeg = head.readUInt32BE(0) >>> 8 === 0xffd8ff
  const isPng = head.readUInt32BE(0) === 0x89504e47
  const isWebp = head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP'
  // Bit 1 of the flags of VP8X: the file is an animation (RFC 9649, section 2.7.1).
  const isAnimatedWebp = isWebp && head.toString('latin1', 12, 16) === 'VP8X' && (head.readUInt8(20) & 0b10) !== 0
  return isJpeg || isPng || (isWebp && !isAnimatedWebp)
}

type Film = { url: string; head: Buffer; totalBytes: number; signal: AbortSignal }

/**
 * Fetches the headers of the outermost boxes of a film and its index (ISO/IEC 14496-12, section 4.2).
 *
 * @returns false for a film in pieces, or one whose index is too large or missing
 */
async function fillFilmIndex(file: FileHandle, film: Film): Promise<boolean> {
  const { totalBytes } = film
  let at = 0
  for (let boxes = 0; boxes < boxesMax && at + 8 <= totalBytes; boxes++) {
    const header = await fill(file, film, at, Math.min(16, totalBytes - at))
    if (!header || header.length < 8) return false
    const short = header.readUInt32BE(0)
    const isLong = short === 1 && header.length === 16
    const size = isLong ? Number(header.readBigUInt64BE(8)) : short === 0 ? totalBytes - at : short
    const type = header.toString('latin1', 4, 8)
    if (size < 8 || type === 'moof') return false
    if (type === 'moov') return size <= filmIndexBytesMax && (await fill(file, film, at, size)) !== null
    at += size
  }
  return false
}

/** Puts a part of the original in its place, unless it came with the head. */
async function fill(file: FileHandle, { url, head, signal }: Film, at: number, length: number): Promise<Buffer | null> {
  if (at + length <= head.length) return head.subarray(at, at + length)
  const part = await readMediaPart(url, { start: at, length }, optionsOf(signal))
  if (!part || part.bytes.length < length) return null
  await file.write(part.bytes, 0, length, at)
  return part.bytes
}
