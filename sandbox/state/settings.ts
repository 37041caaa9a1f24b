import { z } from 'zod'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import type { EventLog } from './event-log'

const milliseconds = z.number().int().min(0)
const count = z.number().int().min(0)

/** What can be set, for one network or for all, with its default. */
const settings = {
  /** A new post appears in listings after this time. Reading it by id works at once. */
  visibility_lag_ms: milliseconds.default(0),
  /** Delay before each response; a pair is a range. */
  latency_ms: z.union([milliseconds, z.tuple([milliseconds, milliseconds])]).default(0),
  /** Time between a publish call and the creation of the post, whether or not the client waits. */
  commit_delay_ms: milliseconds.default(0),
  /** How often a container or video reports "in progress" first. 1, so that publishing without polling fails. */
  polls_until_finished: count.default(1),
  /** Daily quotas and rate limits. When off, headers still count down but nothing is refused. */
  enforce_quotas: z.boolean().default(true),
  /** Replaces the network's number of posts per 24 hours (LinkedIn: per day). */
  posts_per_day: count.nullable().default(null),
  /** X and LinkedIn refuse identical texts. */
  detect_duplicates: z.boolean().default(true),
  /** Pinterest: an app with trial access has lower limits, and only its owner sees its pins. */
  trial_access: z.boolean().default(false),
  /** Pinterest: rate limit headers with one plain number each, the older form. */
  plain_rate_headers: z.boolean().default(false),
  /** X: whether an account may reply to its own posts. Undocumented since the rule of February 2026. */
  own_replies: z.boolean().default(true),
  /** X: max bytes of an upload chunk. The real limit is undocumented. */
  chunk_bytes_max: z
    .number()
    .int()
    .min(1)
    .default(5 * 1024 * 1024),
  /** X: `processing_info.state` while a video is processed. X's playground uses `processing`. */
  processing_state: z.string().min(1).nullable().default(null),
  /** X: whether responses have 24-hour counters in addition to the 15-minute ones. */
  daily_headers: z.boolean().default(true),
  /** LinkedIn: for this long a new token is reported as revoked. */
  fresh_token_ms: milliseconds.default(0),
  /** LinkedIn: whether a member's token may read the videos it uploaded. */
  reads_own_videos: z.boolean().default(true),
  /** LinkedIn issues refresh tokens to partner apps only. */
  gives_refresh_tokens: z.boolean().default(false),
  /** The response to a code exchange has one of two forms. */
  token_answer: z.enum(['wrapped', 'plain']).default('wrapped'),
  /** Posts have no metrics before this age (Instagram: up to two days). */
  metrics_delay_ms: milliseconds.default(30_000),
  /** Metrics are computed as if this much more time had passed. Nothing else ages. */
  metrics_ahead_ms: milliseconds.default(0),
  /** Instagram documents no metrics for carousel children. When off, videos in a carousel have none either. */
  carousel_child_insights: z.boolean().default(true),
  /** Ghost: whether posts are sent as newsletters. Without that there are no click counts. */
  sends_newsletter: z.boolean().default(false),
}

const SettingsSchema = z.strictObject(settings)
export type Settings = z.output<typeof SettingsSchema>
type Name = keyof Settings

const changes = Object.fromEntries(
  Object.entries<z.ZodDefault>(settings).map(([name, schema]) => [
    name,
    (schema as z.ZodDefault<z.ZodType>).unwrap().nullish(),
  ]),
) as unknown as { [N in Name]: z.ZodType<Settings[N] | null | undefined> }

/** `null` resets a setting to its default. */
export const SettingsChange = z.strictObject({ network: z.enum(channelIds).optional(), ...changes })
export type SettingsChange = Partial<{ [N in Name]: Settings[N] | null | undefined }> & {
  network?: ChannelId | undefined
}

/** A network's own value wins over the value for all, which wins over the default. */
export class SettingsBook {
  readonly #changes = new Map<ChannelId | 'all', Partial<Settings>>()
  readonly #resolved = new Map<ChannelId, Settings>()
  readonly change: (change: SettingsChange) => void

  constructor(log: EventLog) {
    this.change = log.define<SettingsChange>('settings', ({ network, ...change }) => {
      const scope = network ?? 'all'
      const merged = Object.entries({ ...this.#changes.get(scope), ...change })
      const set = merged.filter(([, value]) => value !== null && value !== undefined)
      this.#changes.set(scope, Object.fromEntries(set))
      this.#resolved.clear()
    })
  }

  for(network: ChannelId): Settings {
    const known = this.#resolved.get(network)
    if (known) return known
    const resolved = SettingsSchema.parse({ ...this.#changes.get('all'), ...this.#changes.get(network) })
    this.#resolved.set(network, resolved)
    return resolved
  }

  all(): Record<ChannelId, Settings> {
    return Object.fromEntries(channelIds.map((id) => [id, this.for(id)])) as Record<ChannelId, Settings>
  }
}

/** The latency of one call: a random value within the range. */
export function latencyOf({ latency_ms: latency }: Settings): number {
  if (typeof latency === 'number') return latency
  const [from, to] = latency
  return from + Math.random() * Math.max(0, to - from)
}
