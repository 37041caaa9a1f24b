import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, opendir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { systemClock } from '@/lib/clock'
import { appUrl } from '@/lib/env'
import { typeOfPath } from './path'
import { asDiskError } from './storage-error'
import type { ByteRange, Storage, Stored, StoredFile, VisitPage } from './storage-types'

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'
const isOtherDisk = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EXDEV'

/** Files per visited page. */
const pageFiles = 1_000

/** A folder, served by `app/media`. */
export class DiskStorage implements Storage {
  private readonly folder: string
  private readonly drafts: string

  constructor(dataDirectory: string) {
    this.folder = resolve(dataDirectory, 'media')
    this.drafts = resolve(dataDirectory, 'media-drafts')
  }

  async put(path: string, source: Readable, contentType: string): Promise<Stored> {
    const target = this.fileOf(path)
    const draft = join(/* turbopackIgnore: true */ this.drafts, randomUUID())
    try {
      await mkdir(this.drafts, { recursive: true })
      await pipeline(source, createWriteStream(draft, { flags: 'wx' }))
      return await this.take(draft, target, contentType)
    } catch (error) {
      await rm(draft, { force: true })
      throw asDiskError(error)
    }
  }

  async putFile(path: string, file: string, contentType: string): Promise<Stored> {
    try {
      return await this.take(file, this.fileOf(path), contentType)
    } catch (error) {
      if (!isOtherDisk(error)) throw asDiskError(error)
    }
    const stored = await this.put(path, createReadStream(file), contentType)
    await rm(file, { force: true })
    return stored
  }

  /** Moves a complete file of the same disk to its path. */
  private async take(from: string, target: string, contentType: string): Promise<Stored> {
    const now = systemClock()
    // The age of the file starts now.
    await utimes(from, now, now)
    // The bytes must be on the disk before the name, in case of a power cut.
    await syncFile(from)
    await mkdir(dirname(target), { recursive: true })
    const { size } = await stat(from)
    await rename(from, target)
    await syncFolder(dirname(target))
    return { size, contentType }
  }

  async get(path: string, range?: ByteRange): Promise<(Stored & { stream: Readable }) | null> {
    const found = await this.stat(path)
    return found && { ...found, stream: createReadStream(this.fileOf(path), range) }
  }

  async stat(path: string): Promise<Stored | null> {
    const contentType = typeOfPath(path)
    if (!contentType) return null
    try {
      const found = await stat(this.fileOf(path))
      return found.isFile() ? { size: found.size, contentType } : null
    } catch (error) {
      if (isMissing(error)) return null
      throw asDiskError(error)
    }
  }

  async delete(path: string): Promise<void> {
    await rm(this.fileOf(path), { force: true }).catch((error: unknown) => {
      throw asDiskError(error)
    })
  }

  async walk(visit: VisitPage): Promise<void> {
    for await (const folder of namesIn(this.folder)) {
      let page: StoredFile[] = []
      for await (const name of namesIn(join(/* turbopackIgnore: true */ this.folder, folder))) {
        const path = `${folder}/${name}`
        const storedAt = typeOfPath(path) ? await this.storedAt(path) : null
        if (storedAt) page.push({ path, storedAt })
        if (page.length < pageFiles) continue
        await this.visit(page, visit)
        page = []
      }
      if (page.length > 0) await this.visit(page, visit)
    }
  }

  private async visit(page: StoredFile[], visit: VisitPage): Promise<void> {
    for (const path of await visit(page)) await this.delete(path)
  }

  /** Null if it was deleted meanwhile. */
  private async storedAt(path: string): Promise<Date | null> {
    const found = await stat(join(/* turbopackIgnore: true */ this.folder, path)).catch((error: unknown) => {
      if (isMissing(error)) return null
      throw asDiskError(error)
    })
    return found?.isFile() ? found.mtime : null
  }

  async forgetDrafts(before: Date): Promise<void> {
    for await (const name of namesIn(this.drafts)) {
      const draft = join(/* turbopackIgnore: true */ this.drafts, name)
      const found = await stat(draft).catch(() => null)
      if (found && found.mtime < before) await rm(draft, { force: true })
    }
  }

  publicUrl(path: string): string {
    return `${appUrl()}/media/${path}`
  }

  pathOf(url: string): string | null {
    const start = `${appUrl()}/media/`
    const path = url.startsWith(start) ? url.slice(start.length) : ''
    return typeOfPath(path) ? path : null
  }

  /** Valid paths have one folder and one name, so none leads out of the storage folder. */
  private fileOf(path: string): string {
    if (!typeOfPath(path)) throw new Error('Not a path of a stored file.')
    return join(/* turbopackIgnore: true */ this.folder, path)
  }
}

/** Streams the names in a folder. Nothing for a missing folder or a file. */
async function* namesIn(folder: string): AsyncGenerator<string> {
  try {
    for await (const { name } of await opendir(folder)) yield name
  } catch (error) {
    if (!isMissing(error) && (error as NodeJS.ErrnoException).code !== 'ENOTDIR') throw asDiskError(error)
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Flushes the name to the disk. Some systems cannot open folders. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => null)
  await folder?.sync().catch(() => {})
  await folder?.close()
}
