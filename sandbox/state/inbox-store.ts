import type { Clock } from '@/lib/clock'
import { Collection, type EventLog, type Item } from './event-log'

/** The networks with comments and direct messages. */
export const inboxNetworks = ['instagram', 'facebook'] as const
export type InboxNetwork = (typeof inboxNetworks)[number]

export const isInboxNetwork = (network: string): network is InboxNetwork => inboxNetworks.some((one) => one === network)

/** A comment or a direct message. */
export type InboxItem = Item & {
  network: InboxNetwork
  account_id: string
  kind: 'comment' | 'dm'
  /** Comments: the post. */
  post_id: string | null
  /** Comments: the comment that it answers. */
  parent_id: string | null
  person_id: string
  person_name: string
  /** Whether the account wrote it. */
  is_ours: boolean
  text: string
  is_hidden: boolean
  is_deleted: boolean
  /** Messages: the comment that a private reply answers. */
  private_reply_to: string | null
  /** The message tag that it was sent with. */
  tag: string | null
}

/** A change to tell the product, in the form of the network's webhook. */
export type Announced = { network: InboxNetwork; accountId: string; field: string; entry: Record<string, unknown> }

type Subscription = Item & { fields: string[] }

const key = (network: string, accountId: string): string => `${network} ${accountId}`

/** Comments, messages and webhook subscriptions of Instagram and Facebook. */
export class InboxStore {
  readonly #items: Collection<InboxItem>
  readonly #subscriptions: Collection<Subscription>
  readonly #byAccount = new Map<string, Map<string, InboxItem>>()
  /** Tells the product. */
  announce: (change: Announced) => void = () => {}
  /** Base URL of the product. */
  url: string | null = null
  readonly setUrl: (url: string | null) => void

  constructor(log: EventLog, clock: Clock) {
    this.#items = new Collection<InboxItem>(log, clock, 'inbox.item', undefined, {
      put: (item) => this.#own(item.network, item.account_id).set(item.id, item),
      clear: () => this.#byAccount.clear(),
    })
    this.#subscriptions = new Collection<Subscription>(log, clock, 'inbox.subscription')
    this.setUrl = log.define<string | null>('inbox.url', (url) => {
      this.url = url
    })
  }

  put(item: InboxItem): void {
    this.#items.put(item)
  }

  get(id: string): InboxItem | undefined {
    return this.#items.get(id)
  }

  /** Oldest first. */
  of(network: InboxNetwork, accountId: string): InboxItem[] {
    return [...this.#own(network, accountId).values()]
  }

  /** Top-level comments of a post, or answers to a comment. Oldest first, without deleted ones. */
  comments(network: InboxNetwork, accountId: string, at: { post: string } | { parent: string }): InboxItem[] {
    return this.of(network, accountId).filter(
      ({ kind, post_id, parent_id, is_deleted }) =>
        kind === 'comment' &&
        !is_deleted &&
        ('post' in at ? post_id === at.post && parent_id === null : parent_id === at.parent),
    )
  }

  /** The direct messages with a person, oldest first. */
  messages(network: InboxNetwork, accountId: string, personId: string): InboxItem[] {
    return this.of(network, accountId).filter(({ kind, person_id }) => kind === 'dm' && person_id === personId)
  }

  subscribe(network: InboxNetwork, accountId: string, fields: string[], nowMs: number): void {
    this.#subscriptions.put({ id: key(network, accountId), created_ms: nowMs, fields })
  }

  subscription(network: InboxNetwork, accountId: string): string[] {
    return this.#subscriptions.get(key(network, accountId))?.fields ?? []
  }

  clear(): void {
    this.#items.clear()
  }

  #own(network: InboxNetwork, accountId: string): Map<string, InboxItem> {
    const at = key(network, accountId)
    const known = this.#byAccount.get(at)
    if (known) return known
    const made = new Map<string, InboxItem>()
    this.#byAccount.set(at, made)
    return made
  }
}
