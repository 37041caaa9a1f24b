import type { CallOptions, PostMedia, Run } from '../channel'
import { ChannelError } from '../channel-error'
import { pollUntil } from '../poll'
import { networkFacts } from '../settings'
import { type Graph, GraphId, type GraphParams } from './graph'
import { isQuotaSpent, type Quota, withQuotaReset } from './quota'

/** State of a media container on Instagram and Threads. */
export type ContainerState = 'IN_PROGRESS' | 'FINISHED' | 'ERROR' | 'EXPIRED' | 'PUBLISHED'
export type ContainerStatus = { state: ContainerState; reason: string }

/** Differences between the two networks, which share a protocol: container, poll, publish. */
export type ContainerNetwork = {
  name: string
  graph: Graph
  /** Edges of the account that create and publish containers. */
  edges: { create: string; publish: string }
  read(id: string, call: CallOptions): Promise<ContainerStatus>
  errorOf(reason: string): ChannelError
  /** Error codes for a missing container. */
  goneCodes: RegExp
  quota: Quota
}

/** One post: a single container, or a carousel container with items. */
export type ContainerPost = {
  steps: { container: string; publish: string }
  params: GraphParams
  /** The items of a carousel, in order. */
  items: readonly { params: GraphParams; kind: PostMedia['kind'] }[]
  hasVideo: boolean
  /** Text needs no processing, so its container is published without polling. */
  isTextOnly?: boolean
}

const imageLimitMs = 60_000
const videoLimitMs = 300_000

/** Publishes the post and returns its id. Skips finished steps of earlier attempts. */
export async function publishContainer(run: Run, network: ContainerNetwork, post: ContainerPost): Promise<string> {
  const ready = await readyContainer(run, network, post)
  try {
    const { id } = await run.sendOnce(post.steps.publish, (call) => {
      if (ready.isPublished) throw publishedAlready(network.name)
      const path = `${network.graph.account.accountId}/${network.edges.publish}`
      return network.graph.postForm(path, { creation_id: ready.id }, GraphId, call, true)
    })
    return id
  } catch (error) {
    if (!(error instanceof ChannelError) || error.outcome !== 'refused') throw error
    // Threads uses one error for unfinished and missing containers. Polling tells them apart.
    if (ready.isUnpolled && network.goneCodes.test(error.code))
      return publishContainer(run, network, { ...post, isTextOnly: false })
    // The next attempt creates a new container.
    if (network.goneCodes.test(error.code)) await run.forget(stepsOf(post))
    throw isQuotaSpent(error) ? await withQuotaReset(error, network.graph, network.quota, run) : error
  }
}

type Ready = { id: string; isPublished: boolean; isUnpolled?: boolean }

/** Returns a container that is ready or already published. Replaces an expired one once. */
async function readyContainer(run: Run, network: ContainerNetwork, post: ContainerPost): Promise<Ready> {
  const first = await finished(run, network, post)
  if (first) return first
  run.note(`The media container at ${network.name} expired. Creating a new one.`)
  const second = await finished(run, network, { ...post, isTextOnly: false })
  if (second) return second
  throw network.errorOf('EXPIRED')
}

/** Null if it expired. */
async function finished(run: Run, network: ContainerNetwork, post: ContainerPost): Promise<Ready | null> {
  const { id, isNew } = await createContainer(run, network, post)
  if (isNew && post.isTextOnly) return { id, isPublished: false, isUnpolled: true }
  const { state, reason } = await awaitContainer(run, network, id, post.hasVideo)
  if (state === 'FINISHED' || state === 'PUBLISHED') return { id, isPublished: state === 'PUBLISHED' }
  // Expired and failed containers never recover, so all their steps are deleted.
  await run.forget(stepsOf(post))
  if (state === 'ERROR') throw network.errorOf(reason)
  return null
}

const itemStep = (index: number): string => `child-${index + 1}`
const stepsOf = ({ items, steps }: ContainerPost): string[] => [
  ...items.map((_, index) => itemStep(index)),
  steps.container,
]

/** Creates all items before polling, so that videos are processed in parallel. */
async function createContainer(run: Run, network: ContainerNetwork, post: ContainerPost): Promise<Made> {
  const { items, params, steps } = post
  if (items.length === 0) return make(run, network, steps.container, params)
  const ids: string[] = []
  for (const [index, item] of items.entries()) ids.push((await make(run, network, itemStep(index), item.params)).id)
  const isVideo = (index: number): boolean => items[index]?.kind === 'video'
  for (const [index, id] of ids.entries()) if (isVideo(index)) await awaitItem(run, network, id, itemStep(index), true)
  const createCarousel = () => make(run, network, steps.container, { ...params, children: ids.join(',') })
  try {
    return await createCarousel()
  } catch (error) {
    if (!isNotReady(error)) throw error
    // Images are usually ready at once, so they are polled only if the network requires it.
    for (const [index, id] of ids.entries())
      if (!isVideo(index)) await awaitItem(run, network, id, itemStep(index), false)
    return createCarousel()
  }
}

const isNotReady = (error: unknown): boolean =>
  error instanceof ChannelError && error.outcome === 'refused' && isUnfinished(error.code)

/** Instagram uses 2207027 and 9007. */
const isUnfinished = (code: string): boolean =>
  /(\/2207027|^9007)$/.test(code) ||
  networkFacts('threads').unfinished_subcodes.some((subcode) => code.endsWith(`/${subcode}`))

/** `isNew`: created in this attempt. */
type Made = { id: string; isNew: boolean }

async function make(run: Run, { graph, edges }: ContainerNetwork, step: string, params: GraphParams): Promise<Made> {
  const path = `${graph.account.accountId}/${edges.create}`
  let isNew = false
  const { id } = await run.once(step, (call) => {
    isNew = true
    return graph.postForm(path, params, GraphId, call)
  })
  return { id, isNew }
}

async function awaitItem(
  run: Run,
  network: ContainerNetwork,
  id: string,
  step: string,
  isVideo: boolean,
): Promise<void> {
  const { state, reason } = await awaitContainer(run, network, id, isVideo)
  if (state === 'FINISHED' || state === 'PUBLISHED') return
  await run.forget([step])
  throw network.errorOf(state === 'EXPIRED' ? 'EXPIRED' : reason)
}

function awaitContainer(run: Run, network: ContainerNetwork, id: string, isVideo: boolean): Promise<ContainerStatus> {
  return pollUntil(run, {
    network: network.name,
    limitMs: isVideo ? videoLimitMs : imageLimitMs,
    read: (call) => network.read(id, call),
    isDone: ({ state }) => state !== 'IN_PROGRESS',
  })
}

/**
 * Thrown inside `sendOnce`: the container was published although no post id is known. This is evidence for `find`,
 * not a failure.
 */
function publishedAlready(network: string): ChannelError {
  return new ChannelError({
    outcome: 'refused',
    category: 'content',
    isRetryable: true,
    code: 'container_published',
    isDuplicate: true,
    isOwnDuplicate: true,
    message: `${network} reports that this post is already published. Storycast looks it up before it continues.`,
  })
}
