import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { env } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { asStorageTrouble } from './trouble'

/** A file on its way in, on this machine's disk. Whoever asked for it removes it by `dropSpooled`. */
export type Spooled = {
  path: string
  bytes: number
  /** Of the bytes as they were sent, in hex. */
  sha256: string
  /** What the caller calls it; null when no name was given. */
  filename: string | null
  /** What the caller says it is, which its bytes decide. */
  declaredType: string | null
}

type Named = Pick<Spooled, 'filename' | 'declaredType'>

/** The 413 of a file. */
export const tooLarge = (limit: number): AppError =>
  new AppError('payload_too_large', `The file is larger than ${limit.toLocaleString('en')} bytes. Send a smaller one.`)

/** So much is handed to the disk at once: by the piece of the network costs more, and more than this is out of the caches by then. */
const writtenAtOnce = 262_144

/**
 * Writes a file down as it comes in, counting and hashing, and holds no more of it than that and one piece.
 *
 * @param pieces what it throws goes on to the caller as it is
 * @throws payload_too_large as soon as there is a byte more than `limit`; unavailable when the disk does not take it.
 * Nothing is left of a file that was not written whole
 */
export async function spool(pieces: AsyncIterable<Uint8Array>, limit: number, named: Named): Promise<Spooled> {
  const { path, file } = await openAnew()
  try {
    const hash = createHash('sha256')
    let bytes = 0
    let waiting: Uint8Array[] = []
    let waitingBytes = 0
    const write = async (): Promise<void> => {
      await onDisk(writeAll(file, waiting, waitingBytes))
      waiting = []
      waitingBytes = 0
    }
    for await (const piece of pieces) {
      bytes += piece.byteLength
      if (bytes > limit) throw tooLarge(limit)
      hash.update(piece)
      waiting.push(piece)
      waitingBytes += piece.byteLength
      if (waitingBytes >= writtenAtOnce) await write()
    }
    await write()
    await onDisk(file.close())
    return { path, bytes, sha256: hash.digest('hex'), ...named }
  } catch (error) {
    await file.close().catch(() => {})
    await rm(path, { force: true })
    throw error
  }
}

/** A disk that fills up in mid-write takes a part and says so only by the count. */
async function writeAll(file: FileHandle, pieces: Uint8Array[], bytes: number): Promise<void> {
  if (bytes === 0) return
  const { bytesWritten } = await file.writev(pieces)
  if (bytesWritten < bytes) await file.writeFile(Buffer.concat(pieces).subarray(bytesWritten))
}

export const dropSpooled = ({ path }: Pick<Spooled, 'path'>): Promise<void> => rm(path, { force: true })

/** A path for something that is made of a spooled file, beside it. */
export const draftPath = async (): Promise<string> =>
  join(/* turbopackIgnore: true */ await spoolFolder(), randomUUID())

async function openAnew(): Promise<{ path: string; file: FileHandle }> {
  const path = await onDisk(draftPath())
  try {
    return { path, file: await open(path, 'wx') }
  } catch (error) {
    // The folder may have been cleared away under a server that runs for months.
    folderReady = undefined
    throw asStorageTrouble(error)
  }
}

const onDisk = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw asStorageTrouble(error)
  })

let folderReady: Promise<string> | undefined

/**
 * Where files wait that are not taken in yet. On the disk of `DATA_DIR`, so that the storage there need only rename them;
 * what a crash leaves in it is cleared away after an hour.
 */
export function spoolFolder(): Promise<string> {
  folderReady ??= makeFolder().catch((error: unknown) => {
    folderReady = undefined
    throw error
  })
  return folderReady
}

async function makeFolder(): Promise<string> {
  const own = resolve(env().DATA_DIR, 'spool')
  // Where the disk is read-only, as on Vercel, the system's own folder for temporary files is all there is.
  const elsewhere = join(tmpdir(), 'storycast-spool')
  return mkdir(own, { recursive: true }).then(
    () => own,
    () => mkdir(elsewhere, { recursive: true }).then(() => elsewhere),
  )
}
