import { createHash } from 'node:crypto'
import type { ChannelId } from '../channels/ids'
import type { LedgerPost } from './ledger'
import type { Sandbox } from './sandbox'

/** What people did with a post. Each network reports some of it, under names of its own. */
export const numberNames = [
  'views',
  'reach',
  'likes',
  'comments',
  'shares',
  'saves',
  'clicks',
  'profile_clicks',
  'close_ups',
] as const
export type NumberName = (typeof numberNames)[number]
export type PostNumbers = Record<NumberName, number>

/** Numbers that were set by hand. They stand still; those that are not named go on growing. */
type Exact = { network: ChannelId; id: string; numbers: Partial<PostNumbers> }

const hourMs = 3_600_000
/** After so long two thirds of all views have come. */
const reachedAfterMs = 14 * hourMs

/** How often a view leads to each: the middle of what is usual, moved up or down by the post's own seed. */
const rates: Record<NumberName, number> = {
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

/** How posts fare: the same for the same post and age in every run, growing, and late where the settings say so. */
export class Numbers {
  readonly #sandbox: Sandbox
  readonly #exact = new Map<string, Partial<PostNumbers>>()
  readonly set: (exact: Exact) => void

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox
    this.set = sandbox.journal.book<Exact>('numbers', ({ network, id, numbers }) => {
      this.#exact.set(`${network} ${id}`, numbers)
    })
  }

  /** Null as long as the network has not counted yet. */
  of(post: Pick<LedgerPost, 'network' | 'id' | 'created_ms'>): PostNumbers | null {
    const { metrics_delay_ms: delayMs, metrics_ahead_ms: aheadMs } = this.#sandbox.settings.for(post.network)
    const ageMs = this.#sandbox.nowMs() - post.created_ms + aheadMs
    if (ageMs < delayMs) return null
    return { ...grown(`${post.network} ${post.id}`, ageMs), ...this.#exact.get(`${post.network} ${post.id}`) }
  }
}

function grown(seed: string, ageMs: number): PostNumbers {
  const bytes = createHash('sha256').update(seed).digest()
  // From about a hundred to about eight thousand, most of them small, as posts are.
  const audience = 100 * 80 ** (bytes.readUInt16BE(0) / 65_535)
  const views = Math.floor(audience * (1 - Math.exp(-ageMs / reachedAfterMs)))
  const numbers = numberNames.map((name, index) => {
    if (name === 'views') return [name, views]
    const leaning = name === 'reach' ? 1 : 0.5 + (bytes[index + 2] ?? 128) / 255
    return [name, Math.floor(views * rates[name] * leaning)]
  })
  return Object.fromEntries(numbers) as PostNumbers
}

const books = new WeakMap<Sandbox, Numbers>()

/** The one book of numbers of a sandbox. Asked for when the networks are made, before the journal is replayed. */
export function numbersOf(sandbox: Sandbox): Numbers {
  const known = books.get(sandbox) ?? new Numbers(sandbox)
  books.set(sandbox, known)
  return known
}
