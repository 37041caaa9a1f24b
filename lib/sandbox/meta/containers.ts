import type { Call } from '../exchange'
import type { LedgerMedia } from '../ledger'
import { dayMs, type Sandbox } from '../sandbox'
import type { Shelf } from '../shelf'

export type ContainerStatus = 'IN_PROGRESS' | 'FINISHED' | 'ERROR' | 'EXPIRED' | 'PUBLISHED'

/** A post in the making, on Instagram and on Threads. */
export type Container = {
  id: string
  created_ms: number
  account_id: string
  shape: 'TEXT' | 'IMAGE' | 'VIDEO' | 'CAROUSEL'
  /** Where a post of Instagram stands; Threads has one place alone. */
  product: 'FEED' | 'REELS' | 'STORY'
  is_item: boolean
  text: string
  link: string | null
  media: LedgerMedia[]
  children: string[]
  /** Its film is still being fetched, by this process or by one that is gone. */
  is_fetching: boolean
  reply_to_id: string | null
  /** Why it can never be published, in the network's code; null when nothing is wrong. */
  error: string | null
  is_expired: boolean
  /** Id of the post that it became. */
  published_id: string | null
}

/** The networks' codes for a film that was never fetched to its end. */
const lostFilm = { instagram: '2207053', threads: 'FAILED_DOWNLOADING_VIDEO' } as const

/** The life of containers: in progress for some polls, then finished, published once, dead after a day. */
export class Containers {
  readonly #shelf: Shelf<Container>
  /** How often a status was asked. A restart forgets it, and the container is in progress a little longer. */
  readonly #polls = new Map<string, number>()
  /** Films on their way to this process. */
  readonly #fetches = new Set<string>()
  readonly #sandbox: Sandbox
  readonly #network: 'instagram' | 'threads'

  constructor(sandbox: Sandbox, network: 'instagram' | 'threads') {
    this.#sandbox = sandbox
    this.#network = network
    this.#shelf = sandbox.shelf<Container>(`${network}.container`, 2 * dayMs)
  }

  add(
    call: Call,
    container: Omit<Container, 'created_ms' | 'is_expired' | 'published_id'>,
    defaultError: string,
  ): void {
    const fault = call.containerFault
    const error = fault?.fault === 'container_error' ? (fault.reason ?? defaultError) : container.error
    this.#shelf.put({
      ...container,
      error,
      created_ms: this.#sandbox.nowMs(),
      is_expired: fault?.fault === 'container_expired',
      published_id: null,
    })
  }

  /** Fetches a container's film while the client already has its answer, as Meta does. */
  fetchLater(id: string, fetchFilm: () => Promise<Pick<Container, 'media' | 'error'>>): void {
    this.#fetches.add(id)
    const work = fetchFilm()
      .catch(() => ({ media: [], error: lostFilm[this.#network] }))
      .then(({ media, error }) => {
        const container = this.#shelf.get(id)
        if (container) this.#shelf.put({ ...container, media, error: container.error ?? error, is_fetching: false })
      })
    // A sandbox that was stopped meanwhile has closed its journal; the next one knows the film to be lost.
    void work.catch(() => {}).finally(() => this.#fetches.delete(id))
  }

  /** Another account's container does not exist for this one. */
  get(id: string, accountId: string): Container | undefined {
    const container = this.#shelf.get(id)
    return container?.account_id === accountId ? container : undefined
  }

  statusOf(container: Container): ContainerStatus {
    if (container.published_id !== null) return 'PUBLISHED'
    if (container.is_expired || this.#sandbox.nowMs() - container.created_ms > dayMs) return 'EXPIRED'
    if (this.#fetches.has(container.id)) return 'IN_PROGRESS'
    if ((this.#polls.get(container.id) ?? 0) < this.#pollsOf(container)) return 'IN_PROGRESS'
    return this.errorOf(container) === null ? 'FINISHED' : 'ERROR'
  }

  errorOf({ error, is_fetching }: Container): string | null {
    return error ?? (is_fetching ? lostFilm[this.#network] : null)
  }

  /** A film takes longer than a picture, and a text has nothing to fetch. */
  #pollsOf({ shape }: Container): number {
    const polls = this.#sandbox.settings.for(this.#network).polls_until_finished
    return Math.max(0, polls + (shape === 'VIDEO' ? 1 : shape === 'TEXT' ? -1 : 0))
  }

  /** The status as a client is told it, which brings the container one poll nearer to its end. */
  poll(container: Container): ContainerStatus {
    const status = this.statusOf(container)
    if (status === 'IN_PROGRESS') this.#polls.set(container.id, (this.#polls.get(container.id) ?? 0) + 1)
    return status
  }

  markPublished(container: Container, postId: string): void {
    this.#polls.delete(container.id)
    this.#shelf.put({ ...container, published_id: postId })
  }

  countSince(accountId: string, sinceMs: number): number {
    let count = 0
    for (const { account_id, created_ms } of this.#shelf.values()) {
      if (account_id === accountId && created_ms >= sinceMs) count++
    }
    return count
  }

  clear(): void {
    this.#shelf.clear()
    this.#polls.clear()
  }
}
