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
  /** How often the status of a container or a film says first that it is in progress. */
  polls_until_finished: z.number().int().min(0).nullish(),
  /** Daily quotas and rate limits. Off, headers still count down but nothing is refused. */
  enforce_quotas: z.boolean().nullish(),
  /** Replaces the network's number of posts per 24 hours (LinkedIn: per day). */
  posts_per_day: z.number().int().min(0).nullish(),
  /** X and LinkedIn refuse equal texts. Off, a client that sends twice is not saved by the network. */
  detect_duplicates: z.boolean().nullish(),
  /** Pinterest: an app that was not admitted yet. It may call less, and its pins are seen by their maker alone. */
  trial_access: z.boolean().nullish(),
  /** Pinterest: rate limits as one plain number each, as it once said them. */
  plain_rate_headers: z.boolean().nullish(),
  /** X: may an account answer its own posts? Nobody has said whether the rule of February 2026 exempts them. */
  own_replies: z.boolean().nullish(),
  /** X: a larger piece of an upload is refused. The true ceiling is not documented. */
  chunk_bytes_max: z.number().int().min(1).nullish(),
  /** X: the `processing_info.state` of a film that is still processed. X's own playground says `processing`. */
  processing_state: z.string().min(1).nullish(),
  /** X: do answers carry the counters of 24 hours beside those of 15 minutes? Some have seen them. */
  daily_headers: z.boolean().nullish(),
  /** LinkedIn: so long a token that was just issued is called revoked. */
  fresh_token_ms: milliseconds.nullish(),
  /** LinkedIn: may a member's token read the films it uploaded? Without a reading permission it may not. */
  reads_own_films: z.boolean().nullish(),
  /** LinkedIn hands out refresh tokens only to partners' apps, so it starts without. */
  gives_refresh_tokens: z.boolean().nullish(),
  /** The two forms in which Instagram answers the exchange of a code. */
  token_answer: z.enum(['wrapped', 'plain']).nullish(),
  /** Numbers of a post come only after this time (two days at Instagram's worst). */
  metrics_delay_ms: milliseconds.nullish(),
  /** Posts fare as if so much more time had gone by. Nothing else is older for it. */
  metrics_ahead_ms: milliseconds.nullish(),
  /** Instagram's documents say that a carousel's children have no numbers; off, its films have none either. */
  carousel_child_insights: z.boolean().nullish(),
  /** Does the Ghost site mail what it publishes? Without that it counts no clicks. */
  sends_newsletter: z.boolean().nullish(),
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
  trial_access: boolean
  plain_rate_headers: boolean
  own_replies: boolean
  chunk_bytes_max: number
  processing_state: string | null
  daily_headers: boolean
  fresh_token_ms: number
  reads_own_films: boolean
  gives_refresh_tokens: boolean
  token_answer: 'wrapped' | 'plain'
  metrics_delay_ms: number
  metrics_ahead_ms: number
  carousel_child_insights: boolean
  sends_newsletter: boolean
}

const defaults: Settings = {
  visibility_lag_ms: 0,
  latency_ms: 0,
  commit_delay_ms: 0,
  // A client that publishes without asking must not get away with it.
  polls_until_finished: 1,
  enforce_quotas: true,
  posts_per_day: null,
  detect_duplicates: true,
  trial_access: false,
  plain_rate_headers: false,
  own_replies: true,
  chunk_bytes_max: 5 * 1024 * 1024,
  processing_state: null,
  daily_headers: true,
  fresh_token_ms: 0,
  reads_own_films: true,
  gives_refresh_tokens: false,
  token_answer: 'wrapped',
  metrics_delay_ms: 30_000,
  metrics_ahead_ms: 0,
  carousel_child_insights: true,
  sends_newsletter: false,
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
