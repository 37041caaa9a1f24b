import { randomUUID } from 'node:crypto'
import type { Files } from './files'
import { boundaryOf, headOf, type Part } from './multipart'

type Open = Omit<Part, 'data' | 'size'> & { chunks: Buffer[]; size: number }

/** Fields are words; only the file may be large. */
const fieldBytesMax = 4 * 1024 * 1024

/**
 * Reads multipart/form-data as it arrives and puts the part named `file` on disk, so that a film of a gigabyte takes no
 * gigabyte of memory. Malformed forms give no parts at all. The drafts are the caller's to keep or to drop.
 */
export async function readForm(
  body: AsyncIterable<Buffer>,
  contentType: string,
  files: Files,
): Promise<{ parts: Part[]; drafts: string[] }> {
  const form = new FormReader(boundaryOf(contentType), files)
  // What follows a fault is read and thrown away: an answer during an upload reaches many clients as a reset.
  for await (const chunk of body) await form.take(chunk)
  return { parts: form.isWhole ? form.parts : [], drafts: form.drafts }
}

class FormReader {
  readonly parts: Part[] = []
  readonly drafts: string[] = []
  #state: 'head' | 'data' | 'end' | 'broken'
  #rest: Buffer
  #open: Open | null = null
  readonly #delimiter: Buffer
  readonly #files: Files

  constructor(boundary: string | undefined, files: Files) {
    this.#files = files
    this.#delimiter = Buffer.from(`\r\n--${boundary}`)
    // The first delimiter stands at the very beginning, where no line ends before it.
    this.#rest = Buffer.from('\r\n')
    this.#state = boundary === undefined ? 'broken' : 'data'
  }

  get isWhole(): boolean {
    return this.#state === 'end'
  }

  async take(chunk: Buffer): Promise<void> {
    if (this.#state === 'broken' || this.#state === 'end') return
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    while (this.#state === 'data' ? await this.#readData() : this.#state === 'head' && this.#readHead());
  }

  /** @returns whether there is more to be read from what has arrived */
  async #readData(): Promise<boolean> {
    const at = this.#rest.indexOf(this.#delimiter)
    // What may be the beginning of a delimiter waits for the next chunk.
    const end = at < 0 ? Math.max(0, this.#rest.length - this.#delimiter.length + 1) : at
    await this.#keep(this.#rest.subarray(0, end))
    if (at < 0) {
      this.#rest = this.#rest.subarray(end)
      return false
    }
    this.#close()
    this.#rest = this.#rest.subarray(at + this.#delimiter.length)
    if (this.#state === 'data') this.#state = 'head'
    return this.#state === 'head'
  }

  #readHead(): boolean {
    if (this.#rest.length < 2) return false
    if (this.#rest.toString('latin1', 0, 2) === '--') {
      this.#state = 'end'
      return false
    }
    const end = this.#rest.indexOf('\r\n\r\n')
    if (end < 0) {
      if (this.#rest.length > fieldBytesMax) this.#state = 'broken'
      return false
    }
    const head = headOf(this.#rest.toString('utf8', 2, end))
    if (!head) {
      this.#state = 'broken'
      return false
    }
    const draft = head.name === 'file' && head.filename !== null ? `form-${randomUUID()}` : null
    if (draft !== null) this.drafts.push(draft)
    this.#open = { ...head, draft, chunks: [], size: 0 }
    this.#rest = this.#rest.subarray(end + 4)
    this.#state = 'data'
    return true
  }

  async #keep(bytes: Buffer): Promise<void> {
    const open = this.#open
    // What stands in front of the first delimiter is no part.
    if (!open || bytes.length === 0) return
    open.size += bytes.length
    if (open.draft !== null) await this.#files.append(open.draft, bytes)
    else if (open.size > fieldBytesMax) this.#state = 'broken'
    else open.chunks.push(Buffer.from(bytes))
  }

  #close(): void {
    const open = this.#open
    this.#open = null
    if (!open) return
    const { chunks, ...part } = open
    this.parts.push({ ...part, data: Buffer.concat(chunks) })
  }
}
