import type { Call } from '../../http/call'
import type { Collection } from '../../state/event-log'
import type { StoredMedia } from '../../state/post-store'
import { dayMs, type Sandbox } from '../../state/sandbox'
import { badParameter } from './errors'

export type ContainerStatus = 'IN_PROGRESS' | 'FINISHED' | 'ERROR' | 'EXPIRED' | 'PUBLISHED'

/** A post before it is published, at Instagram and Threads. */
export type Container = {
  id: string
  created_ms: number
  account_id: string
  shape: 'TEXT' | 'IMAGE' | 'VIDEO' | 'CAROUSEL'
  /** Instagram's placement. Threads has only one. */
  product: 'FEED' | 'REELS' | 'STORY'
  is_item: boolean
  text: string
  link: string | null
  media: StoredMedia[]
  children: string[]
  /** Its video is being fetched. */
  is_fetching: boolean
  reply_to_id: string | null
  /** The network's code for why it cannot be published. */
  error: string | null
  is_expired: boolean
  published_id: string | null
}

export type NewContainer = Pick<Container, 'id' | 'account_id' | 'shape'> & Partial<Container>

/** The networks' codes for a video whose download was interrupted. */
const lostVideo = { instagram: '2207053', threads: 'FAILED_DOWNLOADING_VIDEO' } as const

/** In progress for some polls, then finished; published once; expired after a day. */
export class Containers {
  readonly #containers: Collection<Container>
  /** Status requests per container. In memory: after a restart it is in progress a bit longer. */
  readonly #polls = new Map<string, number>()
  /** Containers whose video this process is fetching. */
  readonly #fetches = new Set<string>()
  readonly #sandbox: Sandbox
  readonly #network: 'instagram' | 'threads'

  constructor(sandbox: Sandbox, network: 'instagram' | 'threads') {
    this.#sandbox = sandbox
    this.#network = network
    this.#containers = sandbox.collection<Container>(`${network}.container`, 2 * dayMs)
  }

  add(call: Call, container: NewContainer, defaultError: string): void {
    this.#containers.put({
      product: 'FEED',
      is_item: false,
      text: '',
      link: null,
      media: [],
      children: [],
      is_fetching: false,
      reply_to_id: null,
      ...container,
      error: call.orderedFailure(defaultError) ?? container.error ?? null,
      created_ms: this.#sandbox.nowMs(),
      is_expired: call.isOrderedToExpire,
      published_id: null,
    })
  }

  /** Fetches a container's video after the response, as Meta does. */
  fetchLater(id: string, fetchVideo: () => Promise<Pick<Container, 'media' | 'error'>>): void {
    this.#fetches.add(id)
    const work = fetchVideo()
      .catch(() => ({ media: [], error: lostVideo[this.#network] }))
      .then(({ media, error }) => {
        const container = this.#containers.get(id)
        if (container)
          this.#containers.put({ ...container, media, error: container.error ?? error, is_fetching: false })
      })
    // If the sandbox stops meanwhile, its log is closed, and after the restart the video counts as lost.
    void work.catch(() => {}).finally(() => this.#fetches.delete(id))
  }

  /** Undefined for containers of other accounts. */
  get(id: string, accountId: string): Container | undefined {
    return this.#containers.own(id, accountId)
  }

  statusOf(container: Container): ContainerStatus {
    if (container.published_id !== null) return 'PUBLISHED'
    if (container.is_expired || this.#sandbox.nowMs() - container.created_ms > dayMs) return 'EXPIRED'
    if (this.#fetches.has(container.id)) return 'IN_PROGRESS'
    if ((this.#polls.get(container.id) ?? 0) < this.#pollsOf(container)) return 'IN_PROGRESS'
    return this.errorOf(container) === null ? 'FINISHED' : 'ERROR'
  }

  errorOf({ error, is_fetching }: Container): string | null {
    return error ?? (is_fetching ? lostVideo[this.#network] : null)
  }

  /** Videos need one poll more than images, texts one less. */
  #pollsOf({ shape }: Container): number {
    const polls = this.#sandbox.settings.for(this.#network).polls_until_finished
    return Math.max(0, polls + (shape === 'VIDEO' ? 1 : shape === 'TEXT' ? -1 : 0))
  }

  /** The status for a client. Counts as a poll. */
  poll(container: Container): ContainerStatus {
    const status = this.statusOf(container)
    if (status === 'IN_PROGRESS') this.#polls.set(container.id, (this.#polls.get(container.id) ?? 0) + 1)
    return status
  }

  markPublished(container: Container, postId: string): void {
    this.#polls.delete(container.id)
    this.#containers.put({ ...container, published_id: postId })
  }

  countSince(accountId: string, sinceMs: number): number {
    const isCounted = ({ account_id, created_ms }: Container) => account_id === accountId && created_ms >= sinceMs
    return [...this.#containers.values()].filter(isCounted).length
  }

  clear(): void {
    this.#containers.clear()
    this.#polls.clear()
  }
}

/** Reads the status for one response: several fields of it are one poll. */
export function polledOnce(containers: Containers): (container: Container) => ContainerStatus {
  let polled: ContainerStatus | undefined
  return (container) => {
    polled ??= containers.poll(container)
    return polled
  }
}

/** The parameters of a media type: required ones and allowed ones. */
export type MediaTypeRule = { needs: readonly string[]; takes: readonly string[] }

/** Refuses parameters that belong to another media type, because they would be ignored. */
export function checkMediaType(type: string, { needs, takes }: MediaTypeRule, given: Record<string, unknown>): void {
  const names = Object.keys(given).filter((name) => given[name] !== undefined)
  const missing = needs.find((name) => !given[name])
  if (missing) throw badParameter(`The parameter ${missing} is required`)
  const unexpected = names.find((name) => !takes.includes(name))
  if (unexpected) throw badParameter(`The parameter ${unexpected} is not for the media type ${type}`)
}

/** The children of a carousel. Their number is checked by the network. */
export function childIds(children: string[] = []): string[] {
  if (new Set(children).size < children.length) throw badParameter('The parameter children names an item twice')
  return children
}
