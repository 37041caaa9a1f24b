import type { CallOptions, Doubt, Json, Run } from '@/lib/channels/channel'
import { ChannelFault } from '@/lib/channels/fault'

/** Stands for the process that dies. */
export class Crash extends Error {}

const patienceMs = 3_000

/**
 * The engine's side of a publish without a database: what is committed survives a `Crash`, everything else is gone.
 * One of these is one queue row.
 */
export class MemoryRun implements Run {
  readonly steps: Record<string, Json> = {}
  /** How often each step was really carried out. */
  readonly made: Record<string, number> = {}
  readonly notes: string[] = []
  sending: { step: string; sentAt: Date } | null = null
  /** Dies after this step was committed. */
  crashAfter: string | null = null
  /** Dies when this send was answered and the answer is not yet committed. */
  crashInside: string | null = null
  earlier: CallOptions['earlier'] = null
  /** Posts of other rows of the account. */
  knownIds: string[] = []
  /** Ends when the attempt has to stop. */
  signal: AbortSignal | undefined

  /** @param deadlineMs of a send. Preparing one is never cut short: on a busy machine it would end tests of the send. */
  constructor(private readonly deadlineMs = patienceMs) {}

  async once<T extends Json>(step: string, make: (call: CallOptions) => Promise<T>): Promise<T> {
    if (step in this.steps) return this.steps[step] as T
    const signal = AbortSignal.timeout(Math.max(this.deadlineMs, patienceMs))
    const result = await make({ signal, knownIds: async () => this.knownIds })
    return this.commit(step, result)
  }

  async sendOnce<T extends Json>(step: string, send: (call: CallOptions) => Promise<T>): Promise<T> {
    if (step in this.steps) return this.steps[step] as T
    if (this.sending) throw new Error(`${step} was to be sent while ${this.sending.step} is in doubt.`)
    this.sending = { step, sentAt: new Date() }
    const signal = AbortSignal.timeout(this.deadlineMs)
    const result = await send({ signal, earlier: this.earlier ?? null }).catch((error: unknown) => {
      if (error instanceof ChannelFault && error.outcome !== 'unknown' && !error.isDuplicate) this.sending = null
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

  /** What the engine hands to `find`. */
  doubt(knownIds: string[] = []): Doubt {
    if (!this.sending) throw new Error('Nothing is in doubt.')
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
