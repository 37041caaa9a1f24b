import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { appUrl } from '@/lib/env'
import { typeOfPath } from './path'
import type { ByteRange, Storage, Stored } from './storage'

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

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
    const draft = join(this.drafts, randomUUID())
    await mkdir(this.drafts, { recursive: true })
    try {
      await pipeline(source, createWriteStream(draft, { flags: 'wx' }))
      // A file that has its name after a power cut must have its bytes too.
      await syncFile(draft)
      await mkdir(dirname(target), { recursive: true })
      const { size } = await stat(draft)
      await rename(draft, target)
      await syncFolder(dirname(target))
      return { size, contentType }
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
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
      throw error
    }
  }

  async delete(path: string): Promise<void> {
    await rm(this.fileOf(path), { force: true })
  }

  publicUrl(path: string): string {
    return `${appUrl()}/media/${path}`
  }

  pathOf(url: string): string | null {
    const start = `${appUrl()}/media/`
    const path = url.startsWith(start) ? url.slice(start.length) : ''
    return typeOfPath(path) ? path : null
  }

  /** Every path that passes is one folder and one name, so that none leads out of the folder. */
  private fileOf(path: string): string {
    if (!typeOfPath(path)) throw new Error('This is no path of a stored file.')
    return join(this.folder, path)
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

/** The name itself has to reach the disk as well. Not every system lets a folder be opened. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => null)
  await folder?.sync().catch(() => {})
  await folder?.close()
}
