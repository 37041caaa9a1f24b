import { z } from 'zod'
import { type ChannelId, channelIds } from '../channels/ids'
import type { Journal } from './journal'

const milliseconds = z.number().int().min(0)

/** What can be set, for one network or for all. `null` goes back to the default. */
export const SettingsChange = z.strictObject({
  network: z.enum(channelIds).optional(),
  /** A new post shows up in listings only after this time. Reading it by its id works at once. */
  visibility_lag_ms: milliseconds.nullish(),
  /** Waited before each answer; a pair is a range. */
  latency_ms: z.union([milliseconds, z.tuple([milliseconds, milliseconds])]).nullish(),
  /** Time between a publish call's arrival and the moment in which the post exists, whether the caller waits or not. */
  commit_delay_ms: milliseconds.nullish(),
  /** How often a container's status says IN_PROGRESS first. */
  polls_until_finished: z.number().int().min(0).nullish(),
  /** Daily quotas and rate limits. Off, headers still count down but nothing is refused. */
  enforce_quotas: z.boolean().nullish(),
  /** Replaces the network's number of posts per 24 hours (LinkedIn: per day). */
  posts_per_day: z.number().int().min(0).nullish(),
  /** X and LinkedIn refuse equal texts. Off, a client that sends twice is not saved by the network. */
  detect_duplicates: z.boolean().nullish(),
})
export type SettingsChange = z.infer<typeof SettingsChange>

export type Settings = {
  visibility_lag_ms: number
  latency_ms: number | [number, number]
  commit_delay_ms: number
  polls_until_finished: number
  enforce_quotas: boolean
  posts_per_day: number | null
  detect_duplicates: boolean
}

const defaults: Settings = {
  visibility_lag_ms: 0,
  latency_ms: 0,
  commit_delay_ms: 0,
  polls_until_finished: 0,
  enforce_quotas: true,
  posts_per_day: null,
  detect_duplicates: true,
}

type Scope = ChannelId | 'all'

/** A network's own value wins over the one for all, which wins over the default. */
export class SettingsBook {
  readonly #changes = new Map<Scope, Partial<Settings>>()
  readonly #resolved = new Map<ChannelId, Settings>()
  readonly #record: (change: SettingsChange) => void

  constructor(journal: Journal) {
    this.#record = journal.book<SettingsChange>('settings', ({ network, ...change }) => {
      const scope: Scope = network ?? 'all'
      const merged = { ...this.#changes.get(scope), ...change }
      const kept = Object.entries(merged).filter(([, value]) => value !== null && value !== undefined)
      this.#changes.set(scope, Object.fromEntries(kept))
      this.#resolved.clear()
    })
  }

  change(change: SettingsChange): void {
    this.#record(change)
  }

  for(network: ChannelId): Settings {
    const known = this.#resolved.get(network)
    if (known) return known
    const settings = { ...defaults, ...this.#changes.get('all'), ...this.#changes.get(network) }
    this.#resolved.set(network, settings)
    return settings
  }

  all(): Record<ChannelId, Settings> {
    return Object.fromEntries(channelIds.map((id) => [id, this.for(id)])) as Record<ChannelId, Settings>
  }
}

/** A latency between the two ends; where in between is nobody's test. */
export function latencyOf({ latency_ms: latency }: Settings): number {
  if (typeof latency === 'number') return latency
  const [from, to] = latency
  return from + Math.random() * Math.max(0, to - from)
}
