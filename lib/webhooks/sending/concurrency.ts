import { monotonicMs } from '@/lib/clock'

/** Most concurrent calls per endpoint. Measured: more is not faster. */
const maxWindow = 64
/** Concurrent calls of a new endpoint. Each fast success adds one. */
const initialWindow = 4
/** Deliveries held for a fast endpoint, as a multiple of its window. Makes claims fewer and larger. */
const claimAhead = 8
/** Deliveries held by this process, running or not, as a multiple of its calls. One fast endpoint leaves a third free. */
const maxHeld = 3
/** An endpoint is fast if it responds within this time. */
const fastMs = 2_000
/** A call that has run this long makes its endpoint slow before it ends. */
const suspectMs = 1_000
/** Endpoints without calls for this long are dropped from memory. */
const idleMs = 600_000

type Load = { window: number; isFast: boolean; startedAtMs: Set<number>; queued: number; lastEndMs: number }

/**
 * Divides the concurrent calls of this process among the endpoints. Slow, failing and unknown endpoints share at most
 * half of them, so that 100 dead receivers leave the other half to receivers that respond. Kept in memory only.
 */
export class Concurrency {
  private readonly loads = new Map<string, Load>()
  private running = 0
  private queued = 0

  constructor(
    private readonly maxCalls: number,
    private readonly nowMs: () => number = monotonicMs,
  ) {}

  /** Deliveries that may be claimed now. */
  get free(): number {
    return Math.max(0, maxHeld * this.maxCalls - this.running - this.queued)
  }

  /** Less than a quarter is free. */
  get isCrowded(): boolean {
    return this.free < this.maxCalls / 2
  }

  /** How many deliveries to claim for each endpoint: one each in turn, until nothing is free or every window is full. */
  plan(targets: readonly { id: string; isFailing: boolean }[], free = this.free): Map<string, number> {
    this.dropIdle()
    const counts = new Map<string, number>()
    let left = free
    let leftForSlow = Math.floor(this.maxCalls / 2) - this.heldBySlow()
    const candidates = targets.map(({ id, isFailing }) => {
      const { window, startedAtMs, queued } = this.loadOf(id)
      const isSlow = isFailing || !this.isFast(id)
      const most = isFailing ? 1 : isSlow ? window : window * claimAhead
      return { id, isSlow, room: this.needsMore(id) ? most - startedAtMs.size - queued : 0 }
    })
    for (let isAnyTaken = true; isAnyTaken && left > 0; ) {
      isAnyTaken = false
      for (const candidate of candidates) {
        if (left === 0) break
        if (candidate.room <= 0 || (candidate.isSlow && leftForSlow <= 0)) continue
        candidate.room -= 1
        left -= 1
        if (candidate.isSlow) leftForSlow -= 1
        counts.set(candidate.id, (counts.get(candidate.id) ?? 0) + 1)
        isAnyTaken = true
      }
    }
    return counts
  }

  /** Counts a claimed delivery until it starts or is released. */
  enqueue(id: string): void {
    this.loadOf(id).queued += 1
    this.queued += 1
  }

  dequeue(id: string): void {
    this.loadOf(id).queued -= 1
    this.queued -= 1
  }

  /** Is less than a window of deliveries left in the queue of this endpoint? */
  needsMore(id: string): boolean {
    const { window, queued } = this.loadOf(id)
    return queued < window
  }

  get isFull(): boolean {
    return this.running >= this.maxCalls
  }

  /** May another call to this endpoint start now? */
  mayStart(id: string): boolean {
    const { window, startedAtMs } = this.loadOf(id)
    return !this.isFull && startedAtMs.size < window
  }

  /** @returns a function to call when the call has ended; it returns whether the endpoint is fast now */
  start(id: string): (isSuccess: boolean) => boolean {
    const load = this.loadOf(id)
    this.running += 1
    // Calls that start in the same millisecond need different keys.
    let key = this.nowMs()
    while (load.startedAtMs.has(key)) key += 1e-3
    load.startedAtMs.add(key)
    return (isSuccess) => {
      this.running -= 1
      load.startedAtMs.delete(key)
      load.lastEndMs = this.nowMs()
      load.isFast = isSuccess && load.lastEndMs - key < fastMs
      if (!isSuccess) load.window = 1
      else load.window = load.isFast ? Math.min(maxWindow, load.window + 1) : Math.ceil(load.window / 2)
      return load.isFast
    }
  }

  private loadOf(id: string): Load {
    let load = this.loads.get(id)
    if (!load) {
      load = { window: initialWindow, isFast: false, startedAtMs: new Set(), queued: 0, lastEndMs: this.nowMs() }
      this.loads.set(id, load)
    }
    return load
  }

  private isFast(id: string): boolean {
    const { isFast, startedAtMs } = this.loadOf(id)
    const [oldest] = startedAtMs
    return isFast && (oldest === undefined || this.nowMs() - oldest < suspectMs)
  }

  private heldBySlow(): number {
    let count = 0
    for (const [id, { startedAtMs, queued }] of this.loads)
      if (startedAtMs.size + queued > 0 && !this.isFast(id)) count += startedAtMs.size + queued
    return count
  }

  private dropIdle(): void {
    const now = this.nowMs()
    for (const [id, { startedAtMs, queued, lastEndMs }] of this.loads)
      if (startedAtMs.size + queued === 0 && now - lastEndMs > idleMs) this.loads.delete(id)
  }
}
