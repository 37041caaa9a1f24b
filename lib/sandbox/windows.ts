type Window = { endsMs: number; count: number }

export type WindowState = { limit: number; remaining: number; resetMs: number; isExceeded: boolean }

/** Counts requests in fixed windows, as X and Pinterest do. Kept in memory: a restart forgives. */
export class RateWindows {
  readonly #windows = new Map<string, Window>()

  count(key: string, limit: number, windowMs: number, nowMs: number): WindowState {
    let window = this.#windows.get(key)
    if (!window || window.endsMs <= nowMs) {
      window = { endsMs: nowMs + windowMs, count: 0 }
      this.#windows.set(key, window)
    }
    window.count++
    return {
      limit,
      remaining: Math.max(0, limit - window.count),
      resetMs: window.endsMs,
      isExceeded: window.count > limit,
    }
  }
}
