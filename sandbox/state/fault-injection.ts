import { z } from 'zod'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { newId } from '@/lib/ids'
import type { EventLog } from './event-log'

/** Refusals that every network has, each with its own status and body. */
export const presetNames = ['permission', 'content', 'review', 'media', 'duplicate', 'server_error'] as const
export type PresetName = (typeof presetNames)[number]

const common = {
  network: z.enum(channelIds),
  /** Default: every account of the network. */
  account_id: z.string().min(1).optional(),
  /** The name of an operation, or `*` for any. */
  call: z.string().min(1).default('*'),
  /** Max number of times it applies; default unlimited. */
  times: z.number().int().min(1).optional(),
  /** Number of matching calls that are skipped first. */
  skip: z.number().int().min(0).default(0),
  /** Uses a random generator with `seed`, so runs are repeatable. */
  probability: z.number().min(0).max(1).optional(),
  seed: z.number().int().default(1),
}
const when = z.enum(['before', 'after'])
const milliseconds = z.number().int().min(0).max(600_000)
const fault = <Name extends string, Shape extends z.ZodRawShape = Record<never, never>>(
  name: Name,
  shape: Shape = {} as Shape,
) => z.strictObject({ ...common, fault: z.literal(name), ...shape })

export const FaultRequest = z.discriminatedUnion('fault', [
  fault('refuse', {
    preset: z.enum(presetNames).optional(),
    /** Replaces the preset's status. */
    status: z.number().int().min(300).max(599).optional(),
    /** Replaces the preset's body. */
    body: z.json().optional(),
    headers: z.record(z.string(), z.string()).optional(),
  }),
  fault('rate_limit', {
    retry_after_seconds: z.number().min(0).optional(),
    /** False leaves out every header that says when to retry. */
    with_headers: z.boolean().default(true),
  }),
  fault('timeout_before'),
  fault('timeout_after'),
  fault('reset_before'),
  fault('reset_after'),
  fault('slow', { delay_ms: milliseconds, when: when.default('before') }),
  fault('rubbish', {
    when: when.default('after'),
    content: z.enum(['html', 'truncated_json', 'empty']).default('html'),
  }),
  fault('error_after', { status: z.number().int().min(500).max(599).optional() }),
  fault('expire_token'),
  /** The container or video is created, and its status later says that it failed. */
  fault('container_error', { reason: z.string().min(1).optional() }),
  /** The container or video is created, and its status later says that it expired. */
  fault('container_expired'),
])
export type Fault = z.output<typeof FaultRequest> & { id: string; met: number; used: number }
export type ContainerFault = Extract<Fault, { fault: 'container_error' | 'container_expired' }>

/** Faults configured through the control API, oldest first. */
export class FaultInjection {
  readonly #faults = new Map<string, Fault>()
  readonly #generators = new Map<string, () => number>()
  readonly #set: (fault: Fault) => void
  readonly #count: (change: { id: string; met: number; used: number }) => void
  readonly remove: (id: string) => void

  constructor(log: EventLog) {
    this.#set = log.define<Fault>('fault', (fault) => void this.#faults.set(fault.id, fault))
    this.#count = log.define('fault.count', ({ id, met, used }) => {
      const fault = this.#faults.get(id)
      if (fault) Object.assign(fault, { met, used })
    })
    this.remove = log.define<string>('fault.removed', (id) => void this.#faults.delete(id))
  }

  set(request: z.output<typeof FaultRequest>): Fault {
    const fault: Fault = { ...request, id: newId(), met: 0, used: 0 }
    this.#set(fault)
    return fault
  }

  list(): Fault[] {
    return [...this.#faults.values()]
  }

  has(id: string): boolean {
    return this.#faults.has(id)
  }

  /** Counts the call and returns the fault that applies to it. An exhausted fault stays in the list. */
  take(network: ChannelId, accountId: string | null, call: string): Fault | undefined {
    for (const fault of this.#faults.values()) {
      if (fault.network !== network || (fault.call !== '*' && fault.call !== call)) continue
      if (fault.account_id !== undefined && fault.account_id !== accountId) continue
      if (fault.times !== undefined && fault.used >= fault.times) continue
      const applies = fault.met >= fault.skip && this.#isDrawn(fault)
      const isCounted = fault.times !== undefined || fault.skip > 0
      const counts = { id: fault.id, met: fault.met + 1, used: fault.used + (applies ? 1 : 0) }
      // Counts of unlimited faults are not logged: a restart may reset them.
      if (isCounted) this.#count(counts)
      else Object.assign(fault, counts)
      if (applies) return fault
    }
    return undefined
  }

  #isDrawn(fault: Fault): boolean {
    if (fault.probability === undefined) return true
    let generator = this.#generators.get(fault.id)
    if (!generator) {
      generator = seededRandom(fault.seed)
      this.#generators.set(fault.id, generator)
    }
    return generator() < fault.probability
  }
}

/** Mulberry32: the same numbers for the same seed on every machine. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
