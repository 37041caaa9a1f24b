import type { ChannelId } from '@/lib/channel-ids'

/** One call to a network. The path has no query, because Meta's clients may send a token there. */
export type CallRecord = {
  id: string
  at: string
  network: ChannelId
  account_id: string | null
  call: string | null
  method: string
  path: string
  /** Null until the response is sent; stays null if a fault drops the response. */
  status: number | null
  fault: string | null
  duration_ms: number | null
}

/** Enough for a run of thousands of posts. */
export const capacity = 20_000

export class CallLog {
  #records: CallRecord[] = []

  add(record: CallRecord): void {
    this.#records.push(record)
    if (this.#records.length >= capacity * 2) this.#records = this.#records.slice(-capacity)
  }

  /** Newest first. */
  latest(limit: number, network?: ChannelId): CallRecord[] {
    const found: CallRecord[] = []
    for (let i = this.#records.length - 1; i >= 0 && found.length < limit; i--) {
      const record = this.#records[i]
      if (record && (!network || record.network === network)) found.push(record)
    }
    return found
  }
}

export type WindowState = { limit: number; remaining: number; resetMs: number; isExceeded: boolean }

/** Counts requests in fixed windows, as X and Pinterest do. In memory: a restart resets all counters. */
export class RateWindows {
  readonly #windows = new Map<string, { resetMs: number; count: number }>()

  count(key: string, limit: number, windowMs: number, nowMs: number): WindowState {
    let window = this.#windows.get(key)
    if (!window || window.resetMs <= nowMs) {
      window = { resetMs: nowMs + windowMs, count: 0 }
      this.#windows.set(key, window)
    }
    const count = ++window.count
    return { limit, remaining: Math.max(0, limit - count), resetMs: window.resetMs, isExceeded: count > limit }
  }
}
