import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { monotonicMs, systemClock } from '@/lib/clock'
import { env } from '@/lib/env'
import { readFacts } from '@/lib/media-files/facts'
import { largeFileBytesMax } from '@/lib/media-files/limits'
import type { MediaFacts } from '@/lib/media-files/media-facts'
import { downloadMedia, MediaError, shown } from '@/lib/outbound/media'
import { storage } from '@/lib/storage/storage'

/** How long a fetched file is used without asking the server whether it has changed. */
export const freshForMs = 3_600_000

/** Limits of the cache of one process. The least recently used files go first; files in use stay. */
const cacheBytesMax = 4_294_967_296
const cacheIdleMs = 3_600_000
const inUseMs = 600_000

const deadlineMs = 600_000

/** A downloaded file, cached on the local disk. */
export type FetchedFile = {
  path: string
  facts: MediaFacts
  etag: string | null
}

export type FetchRequest = {
  maxBytes?: number
  signal?: AbortSignal
  /** URLs that the administrator trusts. */
  isTrusted?(url: URL): boolean
}

type Cached = FetchedFile & { fetchedMs: number; usedMs: number }

const cache = new Map<string, Cached>()
const downloads = new Map<string, Promise<Cached>>()

/**
 * Downloads a file, or returns the cached one. Concurrent calls for one URL share a download, and a file is not fetched
 * again within an hour.
 *
 * @throws MediaError
 */
export async function fetchFile(address: string, request: FetchRequest = {}): Promise<FetchedFile> {
  const maxBytes = Math.min(request.maxBytes ?? largeFileBytesMax, largeFileBytesMax)
  const found = cache.get(address)
  if (found && monotonicMs() - found.fetchedMs < freshForMs && (await exists(found.path))) {
    found.usedMs = monotonicMs()
    return checkSize(found, maxBytes, address)
  }
  // A second caller waits for the first download, up to its own deadline.
  const shared = downloads.get(address)
  const download = shared ?? fetchAndCache(address, request)
  if (!shared) {
    downloads.set(address, download)
    void download.catch(() => {}).finally(() => downloads.delete(address))
  }
  return checkSize(await untilAborted(download, request.signal), maxBytes, address)
}

function checkSize(file: Cached, maxBytes: number, address: string): Cached {
  if (file.facts.bytes <= maxBytes) return file
  throw tooLarge(address, maxBytes)
}

export function tooLarge(address: string, maxBytes: number): MediaError {
  const megabytes = Math.floor(maxBytes / 1_000_000)
  const message = `${shown(address)} is larger than ${megabytes} MB, the limit. Make it smaller.`
  return new MediaError('too_large', false, message)
}

/** Streams a file or a part of it. `end` is the last byte, inclusive. */
export const streamFile = ({ path }: { path: string }, range: { start?: number; end?: number } = {}): Readable =>
  createReadStream(path, range)

/** Reads a small file. For videos use `streamFile`. */
export const bytesOfFile = ({ path }: { path: string }): Promise<Buffer> => readFile(path)

async function fetchAndCache(address: string, request: FetchRequest): Promise<Cached> {
  const folder = await fetchedFolder()
  await evictFiles()
  const path = join(/* turbopackIgnore: true */ folder, randomUUID())
  const before = cache.get(address)
  try {
    const isBeforeThere = before !== undefined && (await exists(before.path))
    const got = await download(address, path, request, isBeforeThere ? before.etag : null)
    const nowMs = monotonicMs()
    if (got.isUnchanged && before) return addToCache(address, { ...before, fetchedMs: nowMs, usedMs: nowMs })
    const facts = await readFacts(path, shown(address))
    if (isBeforeThere) void rm(before.path, { force: true })
    return addToCache(address, { path, facts, etag: got.etag, fetchedMs: nowMs, usedMs: nowMs })
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/** Files of our own storage are read directly: our public URL may not be reachable from the server. */
async function download(address: string, path: string, { isTrusted }: FetchRequest, etag: string | null) {
  const own = storage().pathOf(address)
  const stored = own ? await storage().get(own) : null
  if (stored) {
    await pipeline(stored.stream, createWriteStream(path))
    return { etag: null, isUnchanged: false }
  }
  // The limit of one network must not apply to others that wait for the same download.
  const options = { maxBytes: largeFileBytesMax, deadlineMs, ...(isTrusted ? { isTrusted } : {}) }
  return downloadMedia(address, path, options, etag)
}

function addToCache(address: string, file: Cached): Cached {
  cache.set(address, file)
  return file
}

/** Deletes idle files, least recently used first, until the cache is within its limits. */
async function evictFiles(): Promise<void> {
  const nowMs = monotonicMs()
  const byAge = [...cache].sort(([, one], [, other]) => one.usedMs - other.usedMs)
  let total = byAge.reduce((sum, [, { facts }]) => sum + facts.bytes, 0)
  for (const [address, file] of byAge) {
    const idleMs = nowMs - file.usedMs
    if (idleMs < inUseMs || (idleMs < cacheIdleMs && total <= cacheBytesMax)) continue
    cache.delete(address)
    total -= file.facts.bytes
    await rm(file.path, { force: true })
  }
}

let folderReady: Promise<string> | undefined

/** A folder of this process on the disk of `DATA_DIR`. In a `tmpfs` the files would take memory. */
export function fetchedFolder(): Promise<string> {
  folderReady ??= makeFolder()
  return folderReady
}

async function makeFolder(): Promise<string> {
  // On a read-only disk, e.g. on Vercel, use the temporary folder of the system.
  for (const base of [resolve(env().DATA_DIR, 'fetched'), join(tmpdir(), 'storycast-fetched')]) {
    const folder = join(/* turbopackIgnore: true */ base, `${process.pid}-${randomUUID()}`)
    const isMade = await mkdir(folder, { recursive: true }).then(
      () => true,
      () => false,
    )
    if (!isMade) continue
    await deleteStaleFolders(base)
    return folder
  }
  throw new Error('No writable folder for downloaded files. Set DATA_DIR to a writable folder.')
}

/** Deletes folders of ended processes. Another machine may share the disk, so only folders older than a day. */
async function deleteStaleFolders(base: string): Promise<void> {
  for (const name of await readdir(base)) {
    const pid = Number(name.split('-', 1)[0])
    const { mtimeMs } = await stat(join(/* turbopackIgnore: true */ base, name)).catch(() => ({
      mtimeMs: Number.POSITIVE_INFINITY,
    }))
    const isOld = systemClock().getTime() - mtimeMs > 86_400_000
    if (pid !== process.pid && isOld && !isAlive(pid))
      await rm(join(/* turbopackIgnore: true */ base, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Stops waiting, not the download: others may wait for it too. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const stopWaiting = () =>
      reject(new MediaError('unreachable', true, 'The media are still being downloaded. This continues automatically.'))
    if (signal.aborted) return stopWaiting()
    signal.addEventListener('abort', stopWaiting, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stopWaiting))
  })
}
