import { type FileHandle, link, mkdir, open, opendir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { env } from '@/lib/env'
import { asStorageUnavailable } from './storage-unavailable'

/**
 * Files that grow chunk by chunk, before they are complete and go to the storage. On the disk of `DATA_DIR`, which all
 * servers share when files are stored there.
 */

const folder = (): string => resolve(env().DATA_DIR, 'media-uploads')

const pathOf = (id: string): string => join(/* turbopackIgnore: true */ folder(), id)

/** Opens a file to add bytes at `offset`. Drops what is behind it: a killed request may have left more. */
export async function openPartialFile(id: string, offset: number): Promise<FileHandle> {
  return onDisk(
    (async () => {
      await mkdir(folder(), { recursive: true })
      const file = await open(pathOf(id), offset === 0 ? 'w' : 'r+')
      await file.truncate(offset)
      return file
    })(),
  )
}

/** Size in bytes; null if there is no such file. */
export async function sizeOfPartialFile(id: string): Promise<number | null> {
  return stat(pathOf(id)).then(
    ({ size }) => size,
    () => null,
  )
}

/** A second name for a complete file. Moving it away leaves the first name, for another attempt. */
export const linkPartialFile = (id: string, to: string): Promise<void> => onDisk(link(pathOf(id), to))

export const deletePartialFile = (id: string): Promise<void> => onDisk(rm(pathOf(id), { force: true }))

/** Ids of files that were not written since this time. */
export async function listPartialFiles(before: Date): Promise<string[]> {
  const ids: string[] = []
  const entries = await opendir(folder()).catch(() => null)
  if (!entries) return ids
  for await (const { name } of entries) {
    const found = await stat(pathOf(name)).catch(() => null)
    if (found && found.mtime < before) ids.push(name)
  }
  return ids
}

const onDisk = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw asStorageUnavailable(error)
  })
