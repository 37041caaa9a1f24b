import type { CallOptions, ResolvedPost, Run } from '@/lib/channels/channel'
import { monotonicMs } from '@/lib/clock'
import { deadlineIn } from '@/lib/deadline'
import type { Json } from '@/lib/json'
import { earlierSend, type Progress } from '@/lib/queue-items/progress'
import { hashText } from '../claim/hash-text'
import { type Lease, LeaseLost } from '../claim/lease'
import { callDeadlineMs } from '../retry-delays'

/**
 * Max time between starting to save an intent and the send. A process that was paused for longer must not send. Any
 * shorter delay is subtracted from the call's deadline, because the settle time counts from the intent.
 */
const intentMaxMs = 5_000

/** `Run` under a lease: commits the intent before every public step, and the result of every step. */
export class LeasedRun implements Run {
  private readonly done: Record<string, Json>
  readonly notes: string[] = []

  constructor(
    private readonly lease: Lease,
    private readonly post: ResolvedPost,
    private readonly attemptId: string,
    private readonly progress: Progress,
    readonly signal: AbortSignal,
    /** Only called when a step is sent again after an unknown outcome, or by a channel. */
    private readonly knownIds: () => Promise<string[]>,
  ) {
    this.done = { ...progress.done }
  }

  async once<T extends Json>(step: string, make: (call: CallOptions) => Promise<T>): Promise<T> {
    if (step in this.done) return this.done[step] as T
    const result = await make(this.call())
    await this.lease.saveHandle(step, result)
    this.done[step] = result
    return result
  }

  async sendOnce<T extends Json>(step: string, send: (call: CallOptions) => Promise<T>): Promise<T> {
    if (step in this.done) return this.done[step] as T
    if (this.signal.aborted) throw new LeaseLost()
    const textHash = hashText(this.post, step)
    const earlier = await this.earlierOf(step, textHash)
    const intentMs = monotonicMs()
    await this.lease.saveIntent(step, textHash, this.attemptId)
    const spentMs = monotonicMs() - intentMs
    if (spentMs > Math.min(intentMaxMs, callDeadlineMs())) throw new LeaseLost()
    const result = await send({ ...this.call(spentMs), earlier })
    await this.lease.saveResult(step, result)
    this.done[step] = result
    return result
  }

  async forget(steps: string[]): Promise<void> {
    for (const step of steps) delete this.done[step]
    await this.lease.deleteResults(steps)
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
