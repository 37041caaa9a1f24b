import { createHash } from 'node:crypto'
import type { ChannelId } from '@/lib/channel-ids'
import type { Clock } from '@/lib/clock'
import type { EventLog } from './event-log'
import type { StoredPost } from './post-store'
import type { SettingsBook } from './settings'

/** Average events per view. Each post's own rates are a bit higher or lower. */
const rates = {
  views: 1,
  reach: 0.8,
  likes: 0.05,
  comments: 0.006,
  shares: 0.008,
  saves: 0.012,
  clicks: 0.015,
  profile_clicks: 0.01,
  close_ups: 0.06,
}
export type StatName = keyof typeof rates
export const statNames = Object.keys(rates) as StatName[]
export type PostStats = Record<StatName, number>

/** Values set through the control API. They stay fixed; the others keep growing. */
type FixedStats = { network: ChannelId; id: string; numbers: Partial<PostStats> }

/** After this time a post has two thirds of all its views. */
const growthMs = 14 * 3_600_000

/** Stats of a post. Deterministic: the same post at the same age has the same stats in every run. */
export class Stats {
  readonly #settings: SettingsBook
  readonly #clock: Clock
  readonly #fixed = new Map<string, Partial<PostStats>>()
  readonly set: (fixed: FixedStats) => void

  constructor(log: EventLog, clock: Clock, settings: SettingsBook) {
    this.#clock = clock
    this.#settings = settings
    this.set = log.define<FixedStats>('numbers', ({ network, id, numbers }) => {
      this.#fixed.set(`${network} ${id}`, numbers)
    })
  }

  /** Null until the network has counted for the first time. */
  of({ network, id, created_ms }: Pick<StoredPost, 'network' | 'id' | 'created_ms'>): PostStats | null {
    const { metrics_delay_ms: delayMs, metrics_ahead_ms: aheadMs } = this.#settings.for(network)
    const ageMs = this.#clock().getTime() - created_ms + aheadMs
    if (ageMs < delayMs) return null
    return { ...statsAt(`${network} ${id}`, ageMs), ...this.#fixed.get(`${network} ${id}`) }
  }
}

function statsAt(seed: string, ageMs: number): PostStats {
  const bytes = createHash('sha256').update(seed).digest()
  // Between 100 and 8,000; most posts are near the lower end.
  const audience = 100 * 80 ** (bytes.readUInt16BE(0) / 65_535)
  const views = Math.floor(audience * (1 - Math.exp(-ageMs / growthMs)))
  const stats = statNames.map((name, index) => {
    if (name === 'views') return [name, views]
    const factor = name === 'reach' ? 1 : 0.5 + (bytes[index + 2] ?? 128) / 255
    return [name, Math.floor(views * rates[name] * factor)]
  })
  return Object.fromEntries(stats) as PostStats
}
