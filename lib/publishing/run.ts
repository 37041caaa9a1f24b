import type { CallOptions, Json, ResolvedPost, Run } from '@/lib/channels/channel'
import { monotonicMs } from '@/lib/clock'
import { deadlineIn } from '@/lib/deadline'
import { callDeadlineMs } from './delays'
import { type Lease, LeaseLost } from './lease'
import { earlierSend, type Progress } from './progress'
import { textHashOf } from './text-hash'

/**
 * A process that was stopped for longer than this between announcing and sending must not send any more. What it took
 * less is taken off the call's deadline: the settle time counts from the announcement.
 */
const announcedMaxMs = 5_000

/** The engine's side of one publish: every step's result is committed as it arrives, every public step announced. */
export class LeasedRun implements Run {
  private readonly done: Record<string, Json>
  readonly notes: string[] = []

  constructor(
    private readonly lease: Lease,
    private readonly post: ResolvedPost,
    private readonly attemptId: string,
    private readonly progress: Progress,
    readonly signal: AbortSignal,
    /** Asked for only when a step is sent again after a doubt. */
    private readonly knownIds: () => Promise<string[]>,
  ) {
    this.done = { ...progress.done }
  }

  async once<T extends Json>(step: string, make: (call: CallOptions) => Promise<T>): Promise<T> {
    if (step in this.done) return this.done[step] as T
    const result = await make(this.call())
    await this.lease.keepHandle(step, result)
    this.done[step] = result
    return result
  }

  async sendOnce<T extends Json>(step: string, send: (call: CallOptions) => Promise<T>): Promise<T> {
    if (step in this.done) return this.done[step] as T
    if (this.signal.aborted) throw new LeaseLost()
    const textHash = textHashOf(this.post, step)
    const earlier = await this.earlierOf(step, textHash)
    const announcedMs = monotonicMs()
    await this.lease.announce(step, textHash, this.attemptId)
    const spentMs = monotonicMs() - announcedMs
    if (spentMs > Math.min(announcedMaxMs, callDeadlineMs())) throw new LeaseLost()
    const result = await send({ ...this.call(spentMs), earlier })
    await this.lease.keepResult(step, result)
    this.done[step] = result
    return result
  }

  async forget(steps: string[]): Promise<void> {
    for (const step of steps) delete this.done[step]
    await this.lease.forget(steps)
  }

  async keepAlive(): Promise<void> {
    await this.lease.renew()
  }

  note(message: string): void {
    this.notes.push(message)
  }

  private async earlierOf(step: string, textHash: string): Promise<CallOptions['earlier']> {
    const earlier = earlierSend(this.progress, step, textHash)
    if (!earlier) return null
    return { sentAt: new Date(earlier.sent_at), knownIds: await this.knownIds() }
  }

  private call(spentMs = 0): CallOptions {
    const leftMs = Math.floor(callDeadlineMs() - spentMs)
    return { signal: AbortSignal.any([this.signal, deadlineIn(leftMs)]), knownIds: this.knownIds }
  }
}
