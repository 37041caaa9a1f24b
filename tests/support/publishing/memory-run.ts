import type { CallOptions, Doubt, Run } from '@/lib/channels/channel'
import { ChannelError } from '@/lib/channels/channel-error'
import type { Json } from '@/lib/json'

/** Simulates a killed process. */
export class Crash extends Error {}

const patienceMs = 3_000

/** One queue row without a database. Committed steps survive a `Crash`, everything else is lost. */
export class MemoryRun implements Run {
  readonly steps: Record<string, Json> = {}
  /** How often each step was executed. */
  readonly made: Record<string, number> = {}
  readonly notes: string[] = []
  sending: { step: string; sentAt: Date } | null = null
  /** Crashes after this step was committed. */
  crashAfter: string | null = null
  /** Crashes after the response to this send, before it is committed. */
  crashInside: string | null = null
  earlier: CallOptions['earlier'] = null
  /** Ids of posts of the account's other rows. */
  knownIds: string[] = []
  /** Aborted when the attempt must stop. */
  signal: AbortSignal | undefined

  /** @param deadlineMs for sends only. A short one for other steps would fail on a busy machine. */
  constructor(private readonly deadlineMs = patienceMs) {}

  async once<T extends Json>(step: string, make: (call: CallOptions) => Promise<T>): Promise<T> {
    if (step in this.steps) return this.steps[step] as T
    const signal = AbortSignal.timeout(Math.max(this.deadlineMs, patienceMs))
    const result = await make({ signal, knownIds: async () => this.knownIds })
    return this.commit(step, result)
  }

  async sendOnce<T extends Json>(step: string, send: (call: CallOptions) => Promise<T>): Promise<T> {
    if (step in this.steps) return this.steps[step] as T
    if (this.sending) throw new Error(`${step} was sent although the outcome of ${this.sending.step} is unknown.`)
    this.sending = { step, sentAt: new Date() }
    const signal = AbortSignal.timeout(this.deadlineMs)
    const result = await send({ signal, earlier: this.earlier ?? null }).catch((error: unknown) => {
      if (error instanceof ChannelError && error.outcome !== 'unknown' && !error.isDuplicate) this.sending = null
      throw error
    })
    if (this.crashInside === step) throw new Crash()
    return this.commit(step, result)
  }

  async forget(steps: string[]): Promise<void> {
    for (const step of steps) delete this.steps[step]
  }

  note(message: string): void {
    this.notes.push(message)
  }

  /** Input for `find`. */
  doubt(knownIds: string[] = []): Doubt {
    if (!this.sending) throw new Error('No outcome is unknown.')
    return { ...this.sending, steps: structuredClone(this.steps), knownIds }
  }

  adopt(result: Json): void {
    if (this.sending) this.steps[this.sending.step] = result
    this.sending = null
    this.crashInside = null
  }

  private commit<T extends Json>(step: string, result: T): T {
    const stored = JSON.parse(JSON.stringify(result)) as T
    this.steps[step] = stored
    this.made[step] = (this.made[step] ?? 0) + 1
    if (this.sending?.step === step) this.sending = null
    if (this.crashAfter === step) {
      this.crashAfter = null
      throw new Crash()
    }
    return stored
  }
}
