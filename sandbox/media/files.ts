import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync } from 'node:fs'
import { appendFile, rename, rm, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { ImageFormat } from './images'
import type { VideoFormat } from './videos'

export type MediaFormat = ImageFormat | VideoFormat

export const contentTypes: Record<MediaFormat, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
  tiff: 'image/tiff',
  svg: 'image/svg+xml',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
}

export const isVideoName = (file: string): boolean => /\.(mp4|mov)$/.test(file)

/** Stored images and videos, named by their hash: posting the same file 10,000 times stores it once. */
export class Files {
  readonly #folder: string
  readonly #drafts: string

  constructor(directory: string) {
    this.#folder = join(directory, 'media')
    this.#drafts = join(directory, 'uploads')
    for (const folder of [this.#folder, this.#drafts]) mkdirSync(folder, { recursive: true })
  }

  /** Chunked uploads are collected in a draft on disk, because videos are too large for memory. */
  draftPath(name: string): string {
    return join(this.#drafts, name)
  }

  append(name: string, bytes: Buffer): Promise<void> {
    return appendFile(this.draftPath(name), bytes)
  }

  dropDraft(name: string): Promise<void> {
    return rm(this.draftPath(name), { force: true })
  }

  /** @returns the name of the stored file */
  async storeDraft(name: string, format: MediaFormat): Promise<string> {
    const hash = createHash('sha256')
    for await (const piece of createReadStream(this.draftPath(name))) hash.update(piece as Buffer)
    const file = nameOf(hash.digest('hex'), format)
    await rename(this.draftPath(name), join(this.#folder, file))
    return file
  }

  async store(bytes: Buffer, format: MediaFormat): Promise<string> {
    const name = nameOf(createHash('sha256').update(bytes).digest('hex'), format)
    const path = join(this.#folder, name)
    if (existsSync(path)) return name
    // Write under another name first: a killed process must not leave an incomplete file under the final name.
    const draft = `${path}.${randomUUID()}`
    await writeFile(draft, bytes)
    await rename(draft, path)
    return name
  }

  /** @returns false if there is no such file */
  send(name: string, response: ServerResponse): boolean {
    const format = /^[0-9a-f]{40}\.([a-z0-9]+)$/.exec(name)?.[1] ?? ''
    const contentType = Object.hasOwn(contentTypes, format) ? contentTypes[format as MediaFormat] : undefined
    const path = join(this.#folder, name)
    if (!contentType || !existsSync(path)) return false
    response.writeHead(200, {
      'content-type': contentType,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      // An SVG can contain scripts.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    })
    createReadStream(path)
      .on('error', () => response.destroy())
      .pipe(response)
    return true
  }
}

const nameOf = (sha256: string, format: MediaFormat): string => `${sha256.slice(0, 40)}.${format}`
