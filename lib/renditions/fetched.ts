import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { MediaFacts } from '@/lib/channels/media-facts'
import { monotonicMs, systemClock } from '@/lib/clock'
import { env } from '@/lib/env'
import { readFacts } from '@/lib/media/facts'
import { downloadMedia, MediaFault, shown } from '@/lib/outbound/media'
import { storage } from '@/lib/storage/storage'

/** More than the largest film that any network takes. */
export const fetchedBytesMax = 1_073_741_824
/** A file that was fetched stands for its address so long; then the address is asked whether it has changed. */
export const freshForMs = 3_600_000

/** All files that one process keeps of what it fetched. The oldest go first, and none that was used in the last minutes. */
const keptBytesMax = 4_294_967_296
const keptIdleMs = 3_600_000
const inUseMs = 600_000

const deadlineMs = 600_000

/** A caller's file, on this machine's disk for a while. */
export type FetchedFile = {
  path: string
  facts: MediaFacts
  etag: string | null
}

export type FetchRequest = {
  maxBytes?: number
  signal?: AbortSignal
  /** Addresses that the operator vouches for besides our own media. */
  isTrusted?(url: URL): boolean
}

type Kept = FetchedFile & { fetchedMs: number; usedMs: number }

const kept = new Map<string, Kept>()
const underWay = new Map<string, Promise<Kept>>()

/**
 * The file behind an address, fetched once: seven networks that post the same picture at the same time share one
 * download, and what was fetched in the last hour is not fetched again.
 *
 * @throws MediaFault
 */
export async function fetchFile(address: string, request: FetchRequest = {}): Promise<FetchedFile> {
  const maxBytes = Math.min(request.maxBytes ?? fetchedBytesMax, fetchedBytesMax)
  const found = kept.get(address)
  if (found && monotonicMs() - found.fetchedMs < freshForMs && (await isThere(found.path))) {
    found.usedMs = monotonicMs()
    return checkSize(found, maxBytes, address)
  }
  // Whoever comes second waits for the first one's download, but not beyond its own deadline.
  const shared = underWay.get(address)
  const download = shared ?? fetchAnew(address, request)
  if (!shared) {
    underWay.set(address, download)
    void download.catch(() => {}).finally(() => underWay.delete(address))
  }
  return checkSize(await untilAborted(download, request.signal), maxBytes, address)
}

function checkSize(file: Kept, maxBytes: number, address: string): Kept {
  if (file.facts.bytes <= maxBytes) return file
  throw tooLarge(address, maxBytes)
}

export function tooLarge(address: string, maxBytes: number): MediaFault {
  const megabytes = Math.floor(maxBytes / 1_000_000)
  const message = `${shown(address)} is larger than the ${megabytes} MB allowed. Make it smaller.`
  return new MediaFault('too_large', false, message)
}

/** The bytes of a file or of a part of it, as slowly as they are asked for. `end` is the last byte, included. */
export const streamFile = ({ path }: { path: string }, range: { start?: number; end?: number } = {}): Readable =>
  createReadStream(path, range)

/** A whole small file. For films use `streamFile`. */
export const bytesOfFile = ({ path }: { path: string }): Promise<Buffer> => readFile(path)

async function fetchAnew(address: string, request: FetchRequest): Promise<Kept> {
  const folder = await fetchedFolder()
  await makeRoom()
  const path = join(/* turbopackIgnore: true */ folder, randomUUID())
  const before = kept.get(address)
  try {
    const isBeforeThere = before !== undefined && (await isThere(before.path))
    const got = await download(address, path, request, isBeforeThere ? before.etag : null)
    const nowMs = monotonicMs()
    if (got.isUnchanged && before) return keep(address, { ...before, fetchedMs: nowMs, usedMs: nowMs })
    const facts = await readFacts(path, shown(address))
    if (isBeforeThere) void rm(before.path, { force: true })
    return keep(address, { path, facts, etag: got.etag, fetchedMs: nowMs, usedMs: nowMs })
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/** What lies in our own storage is read from there: the server's public address need not lead back to it from here. */
async function download(address: string, path: string, { isTrusted }: FetchRequest, etag: string | null) {
  const own = storage().pathOf(address)
  const stored = own ? await storage().get(own) : null
  if (stored) {
    await pipeline(stored.stream, createWriteStream(path))
    return { etag: null, isUnchanged: false }
  }
  // The limit of one network must not decide for the others that wait for the same download.
  const options = { maxBytes: fetchedBytesMax, deadlineMs, ...(isTrusted ? { isTrusted } : {}) }
  return downloadMedia(address, path, options, etag)
}

function keep(address: string, file: Kept): Kept {
  kept.set(address, file)
  return file
}

/** Lets the oldest go that nobody has used of late, until the rest is within bounds. */
async function makeRoom(): Promise<void> {
  const nowMs = monotonicMs()
  const byAge = [...kept].sort(([, one], [, other]) => one.usedMs - other.usedMs)
  let total = byAge.reduce((sum, [, { facts }]) => sum + facts.bytes, 0)
  for (const [address, file] of byAge) {
    const idleMs = nowMs - file.usedMs
    if (idleMs < inUseMs || (idleMs < keptIdleMs && total <= keptBytesMax)) continue
    kept.delete(address)
    total -= file.facts.bytes
    await rm(file.path, { force: true })
  }
}

let folderReady: Promise<string> | undefined

/** A folder of this process alone, on the disk of `DATA_DIR`: a film in a `tmpfs` would be a film in memory. */
export function fetchedFolder(): Promise<string> {
  folderReady ??= makeFolder()
  return folderReady
}

async function makeFolder(): Promise<string> {
  // Where the disk is read-only, as on Vercel, the system's own folder for temporary files is all there is.
  for (const base of [resolve(env().DATA_DIR, 'fetched'), join(tmpdir(), 'storycast-fetched')]) {
    const folder = join(/* turbopackIgnore: true */ base, `${process.pid}-${randomUUID()}`)
    const isMade = await mkdir(folder, { recursive: true }).then(
      () => true,
      () => false,
    )
    if (!isMade) continue
    await sweepDead(base)
    return folder
  }
  throw new Error('There is no folder to keep fetched files in. Set DATA_DIR to one that can be written.')
}

/** What processes left that are no more. Another machine may share the disk, so only what is a day old is theirs no longer. */
async function sweepDead(base: string): Promise<void> {
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

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Ends the waiting, not the work: others may wait for it too. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const give = () =>
      reject(new MediaFault('unreachable', true, 'The media are still being fetched. It goes on by itself.'))
    if (signal.aborted) return give()
    signal.addEventListener('abort', give, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', give))
  })
}
