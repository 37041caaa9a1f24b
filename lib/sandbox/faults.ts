import { z } from 'zod'
import { type ChannelId, channelIds } from '../channels/ids'
import { newId } from '../ids'
import type { Journal } from './journal'

/** Reasons that every network knows, each in its own words and shape. */
export const presetNames = ['permission', 'content', 'review', 'media', 'duplicate', 'server_error'] as const
export type PresetName = (typeof presetNames)[number]

const common = {
  network: z.enum(channelIds),
  /** Without it the fault meets every account of the network. */
  account_id: z.string().min(1).optional(),
  /** The network's name for the operation, or `*` for any. */
  call: z.string().min(1).default('*'),
  /** How often it strikes; without it, always. */
  times: z.number().int().min(1).optional(),
  /** How many matching calls pass unharmed first, to hit the third part of a chain. */
  skip: z.number().int().min(0).default(0),
  /** Between 0 and 1, drawn from a generator of its own that starts at `seed`. */
  probability: z.number().min(0).max(1).optional(),
  seed: z.number().int().default(1),
}
const moment = z.enum(['before', 'after'])
const milliseconds = z.number().int().min(0).max(600_000)

export const FaultRequest = z.discriminatedUnion('fault', [
  z.strictObject({
    ...common,
    fault: z.literal('refuse'),
    preset: z.enum(presetNames).optional(),
    /** Replaces the preset's status. */
    status: z.number().int().min(300).max(599).optional(),
    /** Replaces the preset's body. */
    body: z.json().optional(),
    headers: z.record(z.string(), z.string()).optional(),
  }),
  z.strictObject({
    ...common,
    fault: z.literal('rate_limit'),
    retry_after_seconds: z.number().min(0).optional(),
    /** False leaves out every header that says when to come back. */
    with_headers: z.boolean().default(true),
  }),
  z.strictObject({ ...common, fault: z.literal('timeout_before') }),
  z.strictObject({ ...common, fault: z.literal('timeout_after') }),
  z.strictObject({ ...common, fault: z.literal('reset_before') }),
  z.strictObject({ ...common, fault: z.literal('reset_after') }),
  z.strictObject({ ...common, fault: z.literal('slow'), delay_ms: milliseconds, when: moment.default('before') }),
  z.strictObject({
    ...common,
    fault: z.literal('rubbish'),
    when: moment.default('after'),
    content: z.enum(['html', 'truncated_json', 'empty']).default('html'),
  }),
  z.strictObject({ ...common, fault: z.literal('error_after'), status: z.number().int().min(500).max(599).optional() }),
  z.strictObject({ ...common, fault: z.literal('expire_token') }),
  /**
   * Instagram and Threads: the container is made and then fails, or has expired, when its status is asked. X and
   * LinkedIn: the same of a film, when it strikes the call `finalize`.
   */
  z.strictObject({ ...common, fault: z.literal('container_error'), reason: z.string().min(1).optional() }),
  z.strictObject({ ...common, fault: z.literal('container_expired') }),
])
export type FaultRequest = z.input<typeof FaultRequest>
export type Fault = z.output<typeof FaultRequest> & { id: string; met: number; used: number }

/** The faults that wait for a call, in the order in which they were set. */
export class Faults {
  readonly #faults = new Map<string, Fault>()
  readonly #generators = new Map<string, () => number>()
  readonly #set: (fault: Fault) => void
  readonly #count: (change: { id: string; met: number; used: number }) => void
  readonly #remove: (id: string) => void

  constructor(journal: Journal) {
    this.#set = journal.book<Fault>('fault', (fault) => void this.#faults.set(fault.id, fault))
    this.#count = journal.book('fault.count', ({ id, met, used }) => {
      const fault = this.#faults.get(id)
      if (fault) Object.assign(fault, { met, used })
    })
    this.#remove = journal.book<string>('fault.removed', (id) => void this.#faults.delete(id))
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

  remove(id: string): void {
    this.#remove(id)
  }

  /** The fault that strikes this call. It is counted, and an exhausted one stays listed but strikes no more. */
  take(network: ChannelId, accountId: string | null, call: string): Fault | undefined {
    for (const fault of this.#faults.values()) {
      if (fault.network !== network || (fault.call !== '*' && fault.call !== call)) continue
      if (fault.account_id !== undefined && fault.account_id !== accountId) continue
      if (fault.times !== undefined && fault.used >= fault.times) continue
      const strikes = fault.met >= fault.skip && this.#isDrawn(fault)
      const isCounted = fault.times !== undefined || fault.skip > 0
      const counts = { id: fault.id, met: fault.met + 1, used: fault.used + (strikes ? 1 : 0) }
      // An endless fault need not be written down at every call: a restart may begin to count anew.
      if (isCounted) this.#count(counts)
      else Object.assign(fault, counts)
      if (strikes) return fault
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

/** Mulberry32: small, and the same numbers for the same seed on every machine. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
