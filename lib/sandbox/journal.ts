import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'
import type { Json } from '../channels/channel'

type Entry = [book: string, value: Json]
type Apply = (value: Json) => void

const newline = 0x0a
const chunkBytes = 1 << 20

/**
 * What the sandbox remembers: one line of JSON a commit, only ever appended. A line is in the kernel's hands before
 * the answer that depends on it leaves, so a killed process has lost nothing that anybody was told. There is no
 * fsync: the promise is about the process, not about the machine's power.
 */
export class Journal {
  readonly #file: number
  readonly #books = new Map<string, Apply>()
  #pending: Entry[] | null = null
  #sizeBytes = 0

  constructor(path: string) {
    this.#file = openSync(path, 'a+', 0o600)
  }

  /** Declares a kind of entry. The function it gives writes one down and then applies it; a replay only applies. */
  book<T extends Json>(name: string, apply: (value: T) => void): (value: T) => void {
    if (this.#books.has(name)) throw new Error(`The journal already has a book called ${name}.`)
    this.#books.set(name, (value) => apply(value as T))
    return (value) => this.#record([name, value])
  }

  /** Writes everything recorded inside as one line. A post and the state of its container must never be parted. */
  together(work: () => void): void {
    if (this.#pending) {
      work()
      return
    }
    const pending: Entry[] = []
    this.#pending = pending
    try {
      work()
    } finally {
      this.#pending = null
    }
    this.#commit(pending)
  }

  /** Reads the file back, once, after every book is declared. A last line without its end was never answered. */
  replay(): void {
    const { size } = fstatSync(this.#file)
    const chunk = Buffer.allocUnsafe(chunkBytes)
    let rest = Buffer.alloc(0)
    let lineNumber = 0
    for (let position = 0; position < size; ) {
      const count = readSync(this.#file, chunk, 0, chunkBytes, position)
      if (count === 0) break
      position += count
      const text = Buffer.concat([rest, chunk.subarray(0, count)])
      let start = 0
      for (let end = text.indexOf(newline); end >= 0; end = text.indexOf(newline, start)) {
        this.#applyLine(text.toString('utf8', start, end), ++lineNumber)
        start = end + 1
      }
      rest = Buffer.from(text.subarray(start))
    }
    this.#sizeBytes = size - rest.length
    if (rest.length > 0) ftruncateSync(this.#file, this.#sizeBytes)
  }

  close(): void {
    closeSync(this.#file)
  }

  #record(entry: Entry): void {
    if (this.#pending) this.#pending.push(entry)
    else this.#commit([entry])
  }

  #commit(entries: Entry[]): void {
    if (entries.length === 0) return
    this.#write(Buffer.from(`${JSON.stringify(entries)}\n`))
    for (const [book, value] of entries) this.#applyEntry(book, value)
  }

  #write(line: Buffer): void {
    try {
      for (let written = 0; written < line.length; ) written += writeSync(this.#file, line, written)
      this.#sizeBytes += line.length
    } catch (error) {
      // Half a line (a full disk) in the middle would make every later line unreadable.
      ftruncateSync(this.#file, this.#sizeBytes)
      throw error
    }
  }

  #applyLine(text: string, lineNumber: number): void {
    let entries: Entry[]
    try {
      entries = JSON.parse(text) as Entry[]
    } catch (cause) {
      throw new Error(`Line ${lineNumber} of the sandbox's journal cannot be read.`, { cause })
    }
    for (const [book, value] of entries) this.#applyEntry(book, value)
  }

  #applyEntry(book: string, value: Json): void {
    const apply = this.#books.get(book)
    if (!apply) throw new Error(`The sandbox's journal has an entry of an unknown kind: ${book}.`)
    apply(value)
  }
}
