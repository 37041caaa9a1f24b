import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import type { Files } from '../media/files'

export type Part = {
  name: string
  filename: string | null
  size: number
  /** Empty for a part that was written to disk. */
  data: Buffer
  /** The name of the draft in `Files`, for a part that was written to disk. */
  draft: string | null
}

/**
 * Reads multipart/form-data while it arrives (RFC 7578). A malformed form has no parts.
 *
 * @param files if set, the part named `file` is written to disk as a draft, so a video of 1 GB needs no memory. The
 * caller stores or drops the drafts.
 */
export async function readForm(body: AsyncIterable<Buffer>, contentType: string, files: Files | null) {
  const parts: Part[] = []
  const drafts: string[] = []
  const writing: Promise<void>[] = []
  const takeFile = (name: string, stream: Readable, filename: string): void => {
    const draft = files && name === 'file' ? `form-${randomUUID()}` : null
    const part: Part = { name, filename, size: 0, data: Buffer.alloc(0), draft }
    parts.push(part)
    if (draft) drafts.push(draft)
    writing.push(
      (async () => {
        const chunks: Buffer[] = []
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          part.size += chunk.length
          if (draft && files) await files.append(draft, chunk)
          else chunks.push(chunk)
        }
        part.data = Buffer.concat(chunks)
      })(),
    )
  }
  try {
    const busboy = new Busboy({
      headers: { 'content-type': contentType } as BusboyHeaders,
      limits: { fieldSize: 4 * 1024 * 1024 },
      isPartAFile: (_name, _type, filename) => filename !== undefined,
    })
    busboy.on('file', (name, stream, filename) => takeFile(name, stream, filename))
    busboy.on('field', (name, value) => {
      const data = Buffer.from(value)
      parts.push({ name, filename: null, size: data.length, data, draft: null })
    })
    await pipeline(Readable.from(body), busboy)
    await Promise.all(writing)
    return { parts, drafts }
  } catch {
    await Promise.allSettled(writing)
    return { parts: [], drafts }
  }
}
