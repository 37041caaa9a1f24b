import type { Json } from '../channels/channel'
import type { ChannelId } from '../channels/ids'
import type { Journal } from './journal'

export type LedgerMedia = {
  /** Name in the folder of kept media; `/media/{file}` serves it. */
  file: string
  alt_text: string | null
  width: number
  height: number
  /** Where a network that pulls media got it; null where the bytes were pushed. */
  source_url: string | null
}

/** A post that became public. `path` is the permalink without the origin, because the port may differ tomorrow. */
export type LedgerPost = {
  network: ChannelId
  account_id: string
  id: string
  parent_id: string | null
  title: string | null
  text: string
  link: string | null
  media: LedgerMedia[]
  created_ms: number
  /** When listings begin to show it. */
  visible_ms: number
  deleted_ms: number | null
  path: string
  call_id: string
  /** What only this network answers with: shortcode, board, escaped commentary … */
  detail: { [key: string]: Json }
}

type Ageing = { network: ChannelId; account_id: string; ms: number }
type Removal = { network: ChannelId; id: string; deleted_ms: number }

const key = (network: ChannelId, id: string) => `${network} ${id}`

/**
 * Every post in the order in which it became public. It is what fault tests judge by: it never drops one, and two
 * equal ones stay two. A deletion marks the post and leaves it.
 */
export class Ledger {
  readonly #posts: LedgerPost[] = []
  readonly #byAccount = new Map<string, LedgerPost[]>()
  readonly #byId = new Map<string, LedgerPost>()
  readonly #byPath = new Map<string, LedgerPost>()
  readonly #replies = new Map<string, LedgerPost[]>()
  readonly add: (post: LedgerPost) => void
  readonly #remove: (removal: Removal) => void
  readonly #age: (ageing: Ageing) => void
  readonly #clear: (nothing: null) => void

  constructor(journal: Journal) {
    this.add = journal.book<LedgerPost>('post', (post) => this.#index(post))
    this.#remove = journal.book<Removal>('post.deleted', ({ network, id, deleted_ms }) => {
      const post = this.#byId.get(key(network, id))
      if (post) post.deleted_ms = deleted_ms
    })
    this.#age = journal.book<Ageing>('post.aged', ({ network, account_id, ms }) => {
      for (const post of this.of(network, account_id)) post.visible_ms -= ms
    })
    this.#clear = journal.book<null>('post.cleared', () => {
      this.#posts.length = 0
      for (const index of [this.#byAccount, this.#byId, this.#byPath, this.#replies]) index.clear()
    })
  }

  remove(post: LedgerPost, deletedMs: number): void {
    this.#remove({ network: post.network, id: post.id, deleted_ms: deletedMs })
  }

  /** Listings begin to show the account's posts so much sooner. */
  age(network: ChannelId, accountId: string, ms: number): void {
    this.#age({ network, account_id: accountId, ms })
  }

  clear(): void {
    this.#clear(null)
  }

  all(): readonly LedgerPost[] {
    return this.#posts
  }

  /** Oldest first. */
  of(network: ChannelId, accountId: string): readonly LedgerPost[] {
    return this.#byAccount.get(key(network, accountId)) ?? []
  }

  /** The post as its network shows it: a deleted one is gone. */
  find(network: ChannelId, id: string): LedgerPost | undefined {
    const post = this.#byId.get(key(network, id))
    return post?.deleted_ms === null ? post : undefined
  }

  atPath(path: string): LedgerPost | undefined {
    return this.#byPath.get(path)
  }

  repliesTo(post: LedgerPost): readonly LedgerPost[] {
    return this.#replies.get(key(post.network, post.id)) ?? []
  }

  parentOf(post: LedgerPost): LedgerPost | undefined {
    return post.parent_id === null ? undefined : this.#byId.get(key(post.network, post.parent_id))
  }

  /** What a listing shows now, newest first. One by one: a page of 25 must not cost ten thousand. */
  *visible(network: ChannelId, accountId: string, nowMs: number): Generator<LedgerPost> {
    const posts = this.of(network, accountId)
    for (let i = posts.length - 1; i >= 0; i--) {
      const post = posts[i]
      if (post && post.deleted_ms === null && post.visible_ms <= nowMs) yield post
    }
  }

  countVisible(network: ChannelId, accountId: string, nowMs: number): number {
    let count = 0
    for (const _ of this.visible(network, accountId, nowMs)) count++
    return count
  }

  /** Posts since a moment, deleted ones too: a quota is not given back. */
  countSince(network: ChannelId, accountId: string, sinceMs: number, counts?: (post: LedgerPost) => boolean): number {
    const posts = this.of(network, accountId)
    let count = 0
    for (let i = posts.length - 1; i >= 0; i--) {
      const post = posts[i]
      if (!post || post.created_ms < sinceMs) break
      if (!counts || counts(post)) count++
    }
    return count
  }

  #index(post: LedgerPost): void {
    this.#posts.push(post)
    this.#byId.set(key(post.network, post.id), post)
    this.#byPath.set(post.path, post)
    append(this.#byAccount, key(post.network, post.account_id), post)
    if (post.parent_id !== null) append(this.#replies, key(post.network, post.parent_id), post)
  }
}

function append(index: Map<string, LedgerPost[]>, at: string, post: LedgerPost): void {
  const list = index.get(at)
  if (list) list.push(post)
  else index.set(at, [post])
}
