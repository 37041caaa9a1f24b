import type { Json } from '../channels/channel'
import type { Clock } from '../clock'
import type { Journal } from './journal'

export type Kept = { [key: string]: Json } & { id: string; created_ms: number }

/** Keeps an index of its own in step with a shelf, at a replay too. */
export type Watcher<T> = {
  put?(thing: T, before: T | undefined): void
  drop?(thing: T): void
  wipe?(): void
}

/**
 * A map whose changes are journalled: containers, uploads, boards, drafts. With a lifetime the oldest are dropped as
 * new ones arrive, so that a long run does not grow.
 */
export class Shelf<T extends Kept> {
  readonly #things = new Map<string, T>()
  readonly #put: (thing: T) => void
  readonly #drop: (id: string) => void
  readonly #wipe: (nothing: null) => void
  readonly #clock: Clock
  readonly #keepMs: number

  constructor(
    journal: Journal,
    clock: Clock,
    name: string,
    keepMs = Number.POSITIVE_INFINITY,
    watcher: Watcher<T> = {},
  ) {
    this.#clock = clock
    this.#keepMs = keepMs
    this.#put = journal.book<T>(name, (thing) => {
      watcher.put?.(thing, this.#things.get(thing.id))
      this.#things.set(thing.id, thing)
      this.#dropOldest()
    })
    this.#drop = journal.book<string>(`${name}.drop`, (id) => {
      const thing = this.#things.get(id)
      if (thing) watcher.drop?.(thing)
      this.#things.delete(id)
    })
    this.#wipe = journal.book<null>(`${name}.wipe`, () => {
      watcher.wipe?.()
      this.#things.clear()
    })
  }

  get(id: string): T | undefined {
    return this.#things.get(id)
  }

  put(thing: T): void {
    this.#put(thing)
  }

  drop(id: string): void {
    this.#drop(id)
  }

  clear(): void {
    this.#wipe(null)
  }

  values(): IterableIterator<T> {
    return this.#things.values()
  }

  /** A map keeps the order of first insertion, so the oldest stand in front. */
  #dropOldest(): void {
    const tooOldMs = this.#clock().getTime() - this.#keepMs
    for (const [id, thing] of this.#things) {
      if (thing.created_ms >= tooOldMs) return
      this.#things.delete(id)
    }
  }
}
