import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { ImageFormat } from './images'

const contentTypes: Record<ImageFormat, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
  tiff: 'image/tiff',
}

/** Kept pictures, named after their content: the same one posted ten thousand times is one file. */
export class Files {
  readonly #folder: string

  constructor(directory: string) {
    this.#folder = join(directory, 'media')
    mkdirSync(this.#folder, { recursive: true })
  }

  async keep(bytes: Buffer, format: ImageFormat): Promise<string> {
    const name = `${createHash('sha256').update(bytes).digest('hex').slice(0, 40)}.${format}`
    const path = join(this.#folder, name)
    if (existsSync(path)) return name
    // Under another name first: a process killed in between must not leave half a picture that counts as kept.
    const draft = `${path}.${randomUUID()}`
    await writeFile(draft, bytes)
    await rename(draft, path)
    return name
  }

  /** False when there is no such file. */
  send(name: string, response: ServerResponse): boolean {
    const format = /^[0-9a-f]{40}\.([a-z]+)$/.exec(name)?.[1]
    const contentType = format && Object.hasOwn(contentTypes, format) ? contentTypes[format as ImageFormat] : undefined
    const path = join(this.#folder, name)
    if (!contentType || !existsSync(path)) return false
    response.writeHead(200, {
      'content-type': contentType,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    createReadStream(path)
      .on('error', () => response.destroy())
      .pipe(response)
    return true
  }
}
