import type { CallOptions, ResolvedPost, Run } from '@/lib/channels/channel'
import { ChannelError } from '@/lib/channels/channel-error'
import { monotonicMs } from '@/lib/clock'
import { clearableDeadlineIn } from '@/lib/deadline'
import type { Json } from '@/lib/json'
import { earlierSend, type Progress } from '@/lib/queue-items/progress'
import { hashText } from '../claim/hash-text'
import { type Lease, LeaseLost } from '../claim/lease'
import { callDeadlineMs } from '../retry-delays'
import type { Attempt } from './attempt-log'

/**
 * Max time between starting to save an intent and the send. A process that was paused for longer must not send. Any
 * shorter delay is subtracted from the call's deadline, because the settle time counts from the intent.
 */
const intentMaxMs = 5_000

type Results = Record<string, Json>

/** The result of a public step that is not committed yet. `save` commits it. */
export type PublicResults = { results: Results; save(): Promise<void> }

/**
 * `Run` under a lease: commits the intent before every public step, and the result of every step before the next one.
 *
 * A result is handed over before it is committed. If the next write of the row follows at once, such as the intent of
 * the next step, it includes the result. Otherwise the result is committed while the channel makes its next call.
 */
export class LeasedRun implements Run {
  private readonly done: Results
  readonly notes: string[] = []
  private unsaved: { results: Results; isPublic: boolean } | null = null
  private flush: NodeJS.Immediate | undefined
  /** The last commit of results. If it failed, so do all later steps. */
  private saving: Promise<void> = Promise.resolve()

  constructor(
    private readonly lease: Lease,
    private readonly post: ResolvedPost,
    private readonly attempt: Pick<Attempt, 'id' | 'account' | 'isStarted' | 'start' | 'markStarted'>,
    private readonly progress: Progress,
    readonly signal: AbortSignal,
    /** Only called when a step is sent again after an unknown outcome, or by a channel. */
    private readonly knownIds: () => Promise<string[]>,
  ) {
    this.done = { ...progress.done }
  }

  async once<T extends Json>(step: string, make: (call: CallOptions) => Promise<T>): Promise<T> {
    if (step in this.done) return this.done[step] as T
    await this.attempt.start()
    await this.saveUnsaved()
    const result = await this.calling(make)
    this.add(step, result, false)
    return result
  }

  async sendOnce<T extends Json>(step: string, send: (call: CallOptions) => Promise<T>): Promise<T> {
    if (step in this.done) return this.done[step] as T
    if (this.signal.aborted) throw new LeaseLost()
    const textHash = hashText(this.post, step)
    const earlier = await this.earlierOf(step, textHash)
    if (this.unsaved?.isPublic) await this.saveUnsaved()
    const intentMs = monotonicMs()
    await this.saveIntent(step, textHash)
    const spentMs = monotonicMs() - intentMs
    if (spentMs > Math.min(intentMaxMs, callDeadlineMs())) throw new LeaseLost()
    const result = await this.calling((call) => send({ ...call, earlier }), spentMs)
    this.add(step, result, true)
    return result
  }

  async forget(steps: string[]): Promise<void> {
    await this.saveUnsaved()
    for (const step of steps) delete this.done[step]
    await this.lease.deleteResults(steps)
  }

  async keepAlive(): Promise<void> {
    await this.saveUnsaved()
    await this.lease.renew()
  }

  note(message: string): void {
    this.notes.push(message)
  }

  /** Commits the results that are not committed yet. */
  saveUnsaved(): Promise<void> {
    const unsaved = this.takeUnsaved()
    if (unsaved) {
      this.saving = this.saving.then(() => this.lease.saveResults(unsaved.results, unsaved.isPublic))
      // The next step or the end of the run reports it.
      this.saving.catch(() => {})
    }
    return this.saving
  }

  /** Hands the last public result to the caller, who commits it together with the outcome. All others are committed. */
  async takePublicResults(): Promise<PublicResults | null> {
    const unsaved = this.unsaved?.isPublic ? this.takeUnsaved() : null
    await this.saveUnsaved()
    if (!unsaved) return null
    const { results } = unsaved
    return { results, save: () => this.lease.saveResults(results, true) }
  }

  private add(step: string, result: Json, isPublic: boolean): void {
    this.done[step] = result
    this.unsaved = { results: { [step]: result }, isPublic }
    this.flush = setImmediate(() => void this.saveUnsaved())
  }

  private takeUnsaved(): LeasedRun['unsaved'] {
    const { unsaved } = this
    this.unsaved = null
    clearImmediate(this.flush)
    return unsaved
  }

  private async saveIntent(step: string, textHash: string): Promise<void> {
    const { attempt, lease } = this
    const handles = this.takeUnsaved()?.results ?? null
    await this.saving
    const start = attempt.isStarted ? null : { account: attempt.account }
    try {
      await lease.saveIntent(step, textHash, attempt.id, { start, handles })
    } catch (error) {
      // Not saved because of another row. The handles are kept for the next attempt.
      if (handles && error instanceof ChannelError) await lease.saveResults(handles, false)
      throw error
    }
    if (start) attempt.markStarted()
  }

  private async earlierOf(step: string, textHash: string): Promise<CallOptions['earlier']> {
    const earlier = earlierSend(this.progress, step, textHash)
    if (!earlier) return null
    return { sentAt: new Date(earlier.sent_at), knownIds: await this.knownIds() }
  }

  private async calling<T>(make: (call: CallOptions) => Promise<T>, spentMs = 0): Promise<T> {
    const deadline = clearableDeadlineIn(Math.floor(callDeadlineMs() - spentMs), this.signal)
    try {
      return await make({ signal: deadline.signal, knownIds: this.knownIds })
    } finally {
      deadline.clear()
    }
  }
}
