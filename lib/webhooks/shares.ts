import { monotonicMs } from '@/lib/clock'

/** At most so many at a time to one endpoint, found by measurement: more of them make nothing faster. */
const windowMax = 64
/** An endpoint that nothing is known of begins with so many, and gets one more with every quick success. */
const windowAtFirst = 4
/** Who takes longer to answer is slow. */
const quickMs = 2_000
/** Calls that have not ended after so long make their endpoint slow before they have ended. */
const suspectMs = 1_000
/** What nothing was heard of for so long is forgotten. */
const forgetMs = 600_000

type Known = { window: number; isQuick: boolean; begunAtMs: Set<number>; seenMs: number }

/**
 * How many deliveries each endpoint gets of the places that this worker has. Whoever is slow, fails or is not known yet
 * gets at most half of them together with all others of that kind: a hundred dead receivers leave the other half to
 * those that answer. It is a matter of this process alone, and starts anew with it.
 */
export class Shares {
  private readonly known = new Map<string, Known>()

  constructor(
    private readonly places: number,
    private readonly nowMs: () => number = monotonicMs,
  ) {}

  /** One for each in turn, until nothing is left or nobody may have more. */
  plan(targets: readonly { id: string; isFailing: boolean }[], free: number): Map<string, number> {
    this.forgetOld()
    const given = new Map<string, number>()
    let left = free
    let leftForSlow = Math.floor(this.places / 2) - this.underWayOfSlow()
    const takers = targets.map(({ id, isFailing }) => {
      const { window, begunAtMs } = this.of(id)
      return { id, isSlow: isFailing || !this.isQuick(id), room: (isFailing ? 1 : window) - begunAtMs.size }
    })
    for (let isAnyGiven = true; isAnyGiven && left > 0; ) {
      isAnyGiven = false
      for (const taker of takers) {
        if (left === 0) break
        if (taker.room <= 0 || (taker.isSlow && leftForSlow <= 0)) continue
        taker.room -= 1
        left -= 1
        if (taker.isSlow) leftForSlow -= 1
        given.set(taker.id, (given.get(taker.id) ?? 0) + 1)
        isAnyGiven = true
      }
    }
    return given
  }

  /** @returns to be called when the call has ended */
  begin(id: string): (isSuccess: boolean) => void {
    const known = this.of(id)
    // Several begin within one tick of the clock, and each needs a mark of its own.
    let mark = this.nowMs()
    while (known.begunAtMs.has(mark)) mark += 1e-3
    known.begunAtMs.add(mark)
    return (isSuccess) => {
      known.begunAtMs.delete(mark)
      known.seenMs = this.nowMs()
      known.isQuick = isSuccess && known.seenMs - mark < quickMs
      if (!isSuccess) known.window = 1
      else known.window = known.isQuick ? Math.min(windowMax, known.window + 1) : Math.ceil(known.window / 2)
    }
  }

  private of(id: string): Known {
    let known = this.known.get(id)
    if (!known) {
      known = { window: windowAtFirst, isQuick: false, begunAtMs: new Set(), seenMs: this.nowMs() }
      this.known.set(id, known)
    }
    return known
  }

  private isQuick(id: string): boolean {
    const { isQuick, begunAtMs } = this.of(id)
    const [oldest] = begunAtMs
    return isQuick && (oldest === undefined || this.nowMs() - oldest < suspectMs)
  }

  private underWayOfSlow(): number {
    let count = 0
    for (const [id, { begunAtMs }] of this.known) if (begunAtMs.size > 0 && !this.isQuick(id)) count += begunAtMs.size
    return count
  }

  private forgetOld(): void {
    const now = this.nowMs()
    for (const [id, { begunAtMs, seenMs }] of this.known)
      if (begunAtMs.size === 0 && now - seenMs > forgetMs) this.known.delete(id)
  }
}
