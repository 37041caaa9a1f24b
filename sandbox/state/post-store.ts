import type { ChannelId } from '@/lib/channel-ids'
import type { Json } from '@/lib/json'
import type { EventLog } from './event-log'

export type StoredMedia = {
  /** File name; `/media/{file}` serves it. */
  file: string
  alt_text: string | null
  width: number
  height: number
  /** Where the network fetched it; null if the client uploaded it. */
  source_url: string | null
}

export type StoredPost = {
  network: ChannelId
  account_id: string
  id: string
  parent_id: string | null
  title: string | null
  text: string
  link: string | null
  media: StoredMedia[]
  created_ms: number
  /** When listings start to include it. */
  visible_ms: number
  deleted_ms: number | null
  /** The permalink without the origin, because the port may change. */
  path: string
  call_id: string
  /** Values of one network: shortcode, board, escaped commentary … */
  detail: { [key: string]: Json }
}

type Ageing = { network: ChannelId; account_id: string; ms: number }
type Removal = { network: ChannelId; id: string; deleted_ms: number }

const key = (network: ChannelId, id: string) => `${network} ${id}`

/** All posts in the order of publication. Tests count them, so duplicates stay, and a deletion only marks a post. */
export class PostStore {
  readonly #posts: StoredPost[] = []
  readonly #byAccount = new Map<string, StoredPost[]>()
  readonly #byId = new Map<string, StoredPost>()
  readonly #byPath = new Map<string, StoredPost>()
  readonly #replies = new Map<string, StoredPost[]>()
  readonly add: (post: StoredPost) => void
  readonly #remove: (removal: Removal) => void
  /** Shows an account's posts in listings `ms` earlier. */
  readonly age: (ageing: Ageing) => void
  readonly #clear: (nothing: null) => void

  constructor(log: EventLog) {
    this.add = log.define<StoredPost>('post', (post) => this.#index(post))
    this.#remove = log.define<Removal>('post.deleted', ({ network, id, deleted_ms }) => {
      const post = this.#byId.get(key(network, id))
      if (post) post.deleted_ms = deleted_ms
    })
    this.age = log.define<Ageing>('post.aged', ({ network, account_id, ms }) => {
      for (const post of this.of(network, account_id)) post.visible_ms -= ms
    })
    this.#clear = log.define<null>('post.cleared', () => {
      this.#posts.length = 0
      for (const index of [this.#byAccount, this.#byId, this.#byPath, this.#replies]) index.clear()
    })
  }

  remove(post: StoredPost, deletedMs: number): void {
    this.#remove({ network: post.network, id: post.id, deleted_ms: deletedMs })
  }

  clear(): void {
    this.#clear(null)
  }

  all(): readonly StoredPost[] {
    return this.#posts
  }

  /** Oldest first. */
  of(network: ChannelId, accountId: string): readonly StoredPost[] {
    return this.#byAccount.get(key(network, accountId)) ?? []
  }

  /** Undefined for a deleted post. */
  find(network: ChannelId, id: string): StoredPost | undefined {
    const post = this.#byId.get(key(network, id))
    return post?.deleted_ms === null ? post : undefined
  }

  atPath(path: string): StoredPost | undefined {
    return this.#byPath.get(path)
  }

  repliesTo(post: StoredPost): readonly StoredPost[] {
    return this.#replies.get(key(post.network, post.id)) ?? []
  }

  parentOf(post: StoredPost): StoredPost | undefined {
    return post.parent_id === null ? undefined : this.#byId.get(key(post.network, post.parent_id))
  }

  /** Posts that a listing shows now, newest first. Lazy, because a page of 25 must not read 10,000 posts. */
  *visible(
    network: ChannelId,
    accountId: string,
    nowMs: number,
    isWanted: (post: StoredPost) => boolean = () => true,
  ): Generator<StoredPost> {
    for (const post of this.#newestFirst(network, accountId))
      if (post.deleted_ms === null && post.visible_ms <= nowMs && isWanted(post)) yield post
  }

  countVisible(network: ChannelId, accountId: string, nowMs: number): number {
    return [...this.visible(network, accountId, nowMs)].length
  }

  /** Posts since a time, newest first. Includes deleted ones, because deleting does not free quota. */
  *since(network: ChannelId, accountId: string, sinceMs: number): Generator<StoredPost> {
    for (const post of this.#newestFirst(network, accountId)) {
      if (post.created_ms < sinceMs) return
      yield post
    }
  }

  countSince(
    network: ChannelId,
    accountId: string,
    sinceMs: number,
    counts: (post: StoredPost) => boolean = () => true,
  ): number {
    let count = 0
    for (const post of this.since(network, accountId, sinceMs)) if (counts(post)) count++
    return count
  }

  *#newestFirst(network: ChannelId, accountId: string): Generator<StoredPost> {
    const posts = this.of(network, accountId)
    for (let i = posts.length - 1; i >= 0; i--) {
      const post = posts[i]
      if (post) yield post
    }
  }

  #index(post: StoredPost): void {
    this.#posts.push(post)
    this.#byId.set(key(post.network, post.id), post)
    this.#byPath.set(post.path, post)
    append(this.#byAccount, key(post.network, post.account_id), post)
    if (post.parent_id !== null) append(this.#replies, key(post.network, post.parent_id), post)
  }
}

function append(index: Map<string, StoredPost[]>, at: string, post: StoredPost): void {
  const list = index.get(at)
  if (list) list.push(post)
  else index.set(at, [post])
}
