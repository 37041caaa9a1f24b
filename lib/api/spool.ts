import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { env } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { asStorageUnavailable } from '@/lib/storage/storage-unavailable'

/** An uploaded file on the local disk. The caller removes it with `dropSpooled`. */
export type Spooled = {
  path: string
  bytes: number
  /** SHA-256 of the uploaded bytes, in hex. */
  sha256: string
  /** Null if the client sent no name. */
  filename: string | null
  /** Type sent by the client. The bytes decide the real one. */
  declaredType: string | null
}

type Named = Pick<Spooled, 'filename' | 'declaredType'>

export const tooLarge = (limit: number): AppError =>
  new AppError('payload_too_large', `The file is larger than ${limit.toLocaleString('en')} bytes. Send a smaller one.`)

/** Bytes per write. Smaller writes cost more; larger ones no longer fit the CPU caches. */
const writeBytes = 262_144

/**
 * Streams an upload to the disk while hashing it. Deletes the file on any error.
 *
 * @param pieces errors it throws are passed on
 * @throws payload_too_large as soon as `limit` is exceeded; unavailable when the disk fails
 */
export async function spool(pieces: AsyncIterable<Uint8Array>, limit: number, named: Named): Promise<Spooled> {
  const { path, file } = await openInNewFolder()
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
      if (waitingBytes >= writeBytes) await write()
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

/** A disk that fills up writes only a part, without an error. */
async function writeAll(file: FileHandle, pieces: Uint8Array[], bytes: number): Promise<void> {
  if (bytes === 0) return
  const { bytesWritten } = await file.writev(pieces)
  if (bytesWritten < bytes) await file.writeFile(Buffer.concat(pieces).subarray(bytesWritten))
}

export const dropSpooled = ({ path }: Pick<Spooled, 'path'>): Promise<void> => rm(path, { force: true })

/** A path for a temporary file next to the spooled files. */
export const draftPath = async (): Promise<string> =>
  join(/* turbopackIgnore: true */ await spoolFolder(), randomUUID())

async function openInNewFolder(): Promise<{ path: string; file: FileHandle }> {
  const path = await onDisk(draftPath())
  try {
    return { path, file: await open(path, 'wx') }
  } catch (error) {
    // The folder may have been deleted.
    folderReady = undefined
    throw asStorageUnavailable(error)
  }
}

const onDisk = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw asStorageUnavailable(error)
  })

let folderReady: Promise<string> | undefined

/**
 * Folder of the temporary upload files. On the disk of `DATA_DIR`, so that the disk storage only has to rename them. The
 * clean-up deletes leftovers of a crash after an hour.
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
  // On a read-only disk, e.g. on Vercel, use the temporary folder of the system.
  const fallback = join(tmpdir(), 'storycast-spool')
  return mkdir(own, { recursive: true }).then(
    () => own,
    () => mkdir(fallback, { recursive: true }).then(() => fallback),
  )
}
