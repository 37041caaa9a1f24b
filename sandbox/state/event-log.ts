import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'
import type { Clock } from '@/lib/clock'
import type { Json } from '@/lib/json'

type Entry = [kind: string, value: Json]
type Apply = (value: Json) => void

const newline = 0x0a
const chunkBytes = 1 << 20

/**
 * The sandbox's storage: an append-only file with one line of JSON per commit. A line is written before the response
 * that depends on it, so a killed process loses nothing. There is no fsync: a power cut may lose the last lines.
 */
export class EventLog {
  readonly #file: number
  readonly #kinds = new Map<string, Apply>()
  #pending: Entry[] | null = null
  #sizeBytes = 0

  constructor(path: string) {
    this.#file = openSync(path, 'a+', 0o600)
  }

  /** Declares a kind of entry. The returned function writes an entry and applies it; a replay only applies it. */
  define<T extends Json>(kind: string, apply: (value: T) => void): (value: T) => void {
    if (this.#kinds.has(kind)) throw new Error(`The log entry kind ${kind} is already defined.`)
    this.#kinds.set(kind, (value) => apply(value as T))
    return (value) => this.#record([kind, value])
  }

  /** Writes all entries of `work` as one line, so that they are stored together or not at all. */
  batch<T>(work: () => T): T {
    if (this.#pending) return work()
    const pending: Entry[] = []
    this.#pending = pending
    let result: T
    try {
      result = work()
    } finally {
      this.#pending = null
    }
    this.#commit(pending)
    return result
  }

  /** Reads the file once, after all kinds are defined. An incomplete last line was never confirmed and is cut off. */
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
    for (const entry of entries) this.#apply(entry)
  }

  #write(line: Buffer): void {
    try {
      for (let written = 0; written < line.length; ) written += writeSync(this.#file, line, written)
      this.#sizeBytes += line.length
    } catch (error) {
      // An incomplete line (full disk) would make the lines after it unreadable.
      ftruncateSync(this.#file, this.#sizeBytes)
      throw error
    }
  }

  #applyLine(text: string, lineNumber: number): void {
    let entries: Entry[]
    try {
      entries = JSON.parse(text) as Entry[]
    } catch (cause) {
      throw new Error(`Line ${lineNumber} of the sandbox's journal.jsonl is not valid JSON.`, { cause })
    }
    for (const entry of entries) this.#apply(entry)
  }

  #apply([kind, value]: Entry): void {
    const apply = this.#kinds.get(kind)
    if (!apply) throw new Error(`The sandbox's journal.jsonl has an entry of the unknown kind ${kind}.`)
    apply(value)
  }
}

export type Item = { [key: string]: Json } & { id: string; created_ms: number }

/** Keeps an index in step with a collection, also during a replay. */
export type Watcher<T> = { put?(item: T, before: T | undefined): void; clear?(): void }

/** A logged map: containers, uploads, boards, drafts. With `lifetimeMs`, old items are dropped as new ones arrive. */
export class Collection<T extends Item> {
  readonly #items = new Map<string, T>()
  readonly put: (item: T) => void
  readonly drop: (id: string) => void
  readonly #clear: (nothing: null) => void

  constructor(
    log: EventLog,
    clock: Clock,
    name: string,
    lifetimeMs = Number.POSITIVE_INFINITY,
    watcher: Watcher<T> = {},
  ) {
    this.put = log.define<T>(name, (item) => {
      watcher.put?.(item, this.#items.get(item.id))
      this.#items.set(item.id, item)
      this.#dropOlderThan(clock().getTime() - lifetimeMs)
    })
    this.drop = log.define<string>(`${name}.drop`, (id) => void this.#items.delete(id))
    this.#clear = log.define<null>(`${name}.wipe`, () => {
      watcher.clear?.()
      this.#items.clear()
    })
  }

  get(id: string): T | undefined {
    return this.#items.get(id)
  }

  /** Undefined for the items of other accounts. */
  own(id: string, accountId: string): T | undefined {
    const item = this.#items.get(id)
    return item?.account_id === accountId ? item : undefined
  }

  clear(): void {
    this.#clear(null)
  }

  values(): IterableIterator<T> {
    return this.#items.values()
  }

  /** A map iterates in insertion order, so the oldest items come first. */
  #dropOlderThan(limitMs: number): void {
    for (const [id, item] of this.#items) {
      if (item.created_ms >= limitMs) return
      this.#items.delete(id)
    }
  }
}
