import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isSandboxMedia } from '@/lib/channels/media/open-media'
import type { Database } from '@/lib/db/pool'
import { outerBoxes } from '@/lib/media-files/boxes'
import { readFacts } from '@/lib/media-files/facts'
import { fetchedFolder, fetchFile, tooLarge } from '@/lib/media-files/fetch-file'
import { largeFileBytesMax } from '@/lib/media-files/limits'
import type { MediaFacts } from '@/lib/media-files/media-facts'
import { videoTypeOf } from '@/lib/media-files/video'
import { MediaError, readMediaPart, shown } from '@/lib/outbound/media'
import { storage } from '@/lib/storage/storage'
import { findFacts } from './prepare'
import { type Known, storeKnown } from './repository'

/** Contains the header of nearly every image, and the index of most videos that start with it. */
const headBytes = 262_144
/** Images whose header is not enough, e.g. animations, are fetched whole up to this size. */
const wholeBytesMax = 16_000_000
/** Enough to detect the file type. */
const signatureBytes = 64
const indexBytesMax = 8_000_000
/** A video that is not fragmented has about five outer boxes. */
const boxesMax = 16

const inspectedAtOnce = 4

/** Inspects unknown files and stores the result. Reads parts of each file. Files not reached before the signal stay unknown. */
export async function inspectMedia(
  db: Database,
  projectId: string,
  urls: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  if (urls.length === 0) return
  const known = await findFacts(db, projectId, urls)
  const waiting = urls.filter((url) => needsInspection(known.get(url)))
  await inLanes(waiting, signal, (url) => inspectAndStore(db, projectId, url, () => inspectFile(url, signal)))
}

/** Checks whether known files can still be fetched, by their first bytes, and inspects unknown ones. Our own files stay. */
export async function checkStillThere(
  db: Database,
  projectId: string,
  urls: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const others = urls.filter((url) => storage().pathOf(url) === null)
  if (others.length === 0) return
  const known = await findFacts(db, projectId, others)
  await inLanes(others, signal, (url) =>
    inspectAndStore(db, projectId, url, async () => {
      if (needsInspection(known.get(url))) return inspectFile(url, signal)
      await readMediaPart(url, { start: 0, length: signatureBytes }, optionsOf(signal))
      return null
    }),
  )
}

async function inLanes(
  urls: readonly string[],
  signal: AbortSignal,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const waiting = [...urls]
  const lane = async (): Promise<void> => {
    for (let url = waiting.shift(); url !== undefined && !signal.aborted; url = waiting.shift()) await work(url)
  }
  await orAborted(Promise.all(Array.from({ length: inspectedAtOnce }, lane)), signal)
}

const needsInspection = (known: Known | undefined): boolean => !known?.facts || known.error !== null

/** Temporary errors are not stored: they say nothing about the file. */
async function inspectAndStore(
  db: Database,
  projectId: string,
  url: string,
  inspect: () => Promise<MediaFacts | null>,
): Promise<void> {
  try {
    const facts = await inspect()
    if (facts) await storeKnown(db, projectId, url, { facts, error: null, etag: null })
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    const { kind, isPassing, message } = error
    if (!isPassing)
      await storeKnown(db, projectId, url, { facts: null, error: { kind, isPassing, message }, etag: null })
  }
}

/** Resolves at the latest when the signal aborts, which also ends the running requests. */
function orAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
    work.then(() => resolve(), reject)
  })
}

/**
 * Reads the facts of a file from parts of it.
 *
 * @returns null when the parts are not enough
 * @throws MediaError
 */
export async function inspectFile(url: string, signal: AbortSignal): Promise<MediaFacts | null> {
  // The public URL of our own storage may not be reachable from here.
  if (storage().pathOf(url)) return (await fetchFile(url, { signal })).facts
  const head = await readMediaPart(url, { start: 0, length: headBytes }, optionsOf(signal))
  if (!head) return null
  const { bytes, totalBytes } = head
  if (totalBytes !== null && totalBytes > largeFileBytesMax) throw tooLarge(url, largeFileBytesMax)
  const byParts = await readParts(url, bytes, totalBytes ?? 0, signal)
  if (byParts) return byParts
  const isSmall = totalBytes !== null && totalBytes <= wholeBytesMax
  return isSmall ? (await fetchFile(url, { signal, maxBytes: wholeBytesMax, isTrusted: isSandboxMedia })).facts : null
}

const optionsOf = (signal: AbortSignal) => ({ signal, isTrusted: isSandboxMedia })

/** Writes the fetched parts to a sparse file of the original size and reads the facts from it. */
async function readParts(
  url: string,
  head: Buffer,
  totalBytes: number,
  signal: AbortSignal,
): Promise<MediaFacts | null> {
  const isWhole = head.length === totalBytes
  const isVideo = head.length >= signatureBytes && isMp4(head)
  if (totalBytes < head.length || !(isWhole || isVideo || isStillImage(head))) return null
  const path = join(await fetchedFolder(), randomUUID())
  try {
    const file = await open(path, 'wx')
    try {
      await file.write(head, 0, head.length, 0)
      await file.truncate(totalBytes)
      if (!isWhole && isVideo && !(await fillIndex(file, { url, head, totalBytes, signal }))) return null
    } finally {
      await file.close()
    }
    return await readFacts(path, shown(url), isWhole ? undefined : '')
  } catch (error) {
    // Parts of a file may look damaged although the file is not.
    if (error instanceof MediaError && error.kind === 'not_media' && !isWhole) return null
    throw error
  } finally {
    await rm(path, { force: true })
  }
}

const isMp4 = (head: Buffer): boolean => {
  const type = videoTypeOf(head)
  return type === 'video/mp4' || type === 'video/quicktime'
}

/** JPEG, PNG and still WebP have all facts in their first bytes. */
function isStillImage(head: Buffer): boolean {
  if (head.length < signatureBytes) return false
  const isJpeg = head.readUInt32BE(0) >>> 8 === 0xffd8ff
  const isPng = head.readUInt32BE(0) === 0x89504e47
  const isWebp = head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP'
  // Bit 1 of the flags of VP8X: the file is an animation (RFC 9649, section 2.7.1).
  const isAnimatedWebp = isWebp && head.toString('latin1', 12, 16) === 'VP8X' && (head.readUInt8(20) & 0b10) !== 0
  return isJpeg || isPng || (isWebp && !isAnimatedWebp)
}

type RemoteVideo = { url: string; head: Buffer; totalBytes: number; signal: AbortSignal }

/**
 * Fetches the headers of the outer boxes of an MP4 and its index.
 *
 * @returns false for a fragmented video, and when the index is missing or too large
 */
async function fillIndex(file: FileHandle, video: RemoteVideo): Promise<boolean> {
  const source = {
    size: video.totalBytes,
    read: async (start: number, length: number) => (await fill(file, video, start, length)) ?? Buffer.alloc(0),
  }
  let count = 0
  for await (const { type, start, end } of outerBoxes(source)) {
    count += 1
    if (type === 'moof' || count > boxesMax) return false
    if (type === 'moov') return end - start <= indexBytesMax && (await fill(file, video, start, end - start)) !== null
  }
  return false
}

/**
 * Writes a part of the original to its position in the file, unless the head contains it. Null when the server does
 * not return it.
 */
async function fill(
  file: FileHandle,
  { url, head, signal }: RemoteVideo,
  start: number,
  length: number,
): Promise<Buffer | null> {
  if (start + length <= head.length) return head.subarray(start, start + length)
  const part = await readMediaPart(url, { start, length }, optionsOf(signal))
  if (!part || part.bytes.length < length) return null
  await file.write(part.bytes, 0, length, start)
  return part.bytes
}
