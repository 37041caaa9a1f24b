import type { CallOptions, PostMedia, Run } from '../channel'
import { ChannelFault } from '../fault'
import { pollUntil } from '../poll'
import { networkFacts } from '../settings'
import { type Graph, GraphId, type GraphParams } from './graph'
import { isQuotaSpent, type Quota, whenQuotaFrees } from './quota'

/** A post in the making, on Instagram and on Threads. */
export type ContainerState = 'IN_PROGRESS' | 'FINISHED' | 'ERROR' | 'EXPIRED' | 'PUBLISHED'
export type ContainerStatus = { state: ContainerState; reason: string }

/** What tells the two networks apart, whose protocol is the same: container, poll, publish. */
export type ContainerNetwork = {
  name: string
  graph: Graph
  /** Below the account: where containers are made, and where one becomes public. */
  edges: { create: string; publish: string }
  read(id: string, call: CallOptions): Promise<ContainerStatus>
  faultOf(reason: string): ChannelFault
  /** Codes of a refusal that speaks of a container which is gone. */
  goneCodes: RegExp
  quota: Quota
}

/** One post: a container of its own, or one around the containers of its items. */
export type ContainerPost = {
  steps: { container: string; publish: string }
  params: GraphParams
  /** The items of a carousel, in order. */
  items: readonly { params: GraphParams; kind: PostMedia['kind'] }[]
  hasVideo: boolean
  /** There is nothing to fetch or to process, so that a new container is published without asking after it. */
  isTextAlone?: boolean
}

const imageLimitMs = 60_000
const videoLimitMs = 300_000

/** Makes the post public and gives its id. What was done at an earlier attempt is not done again. */
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
    if (!(error instanceof ChannelFault) || error.outcome !== 'refused') throw error
    // Not ready and gone are one answer at Threads. Asked after now, the container is waited for or made anew.
    if (ready.isUnasked && network.goneCodes.test(error.code))
      return publishContainer(run, network, { ...post, isTextAlone: false })
    // The next attempt makes another container.
    if (network.goneCodes.test(error.code)) await run.forget(stepsOf(post))
    throw isQuotaSpent(error) ? await whenQuotaFrees(error, network.graph, network.quota, run) : error
  }
}

type Ready = { id: string; isPublished: boolean; isUnasked?: boolean }

/** Gives a container that can be published, or that was. An expired one is made anew, once. */
async function readyContainer(run: Run, network: ContainerNetwork, post: ContainerPost): Promise<Ready> {
  const first = await finished(run, network, post)
  if (first) return first
  run.note(`The prepared post at ${network.name} had expired and is prepared again.`)
  const second = await finished(run, network, { ...post, isTextAlone: false })
  if (second) return second
  throw network.faultOf('EXPIRED')
}

/** Null when it had expired. */
async function finished(run: Run, network: ContainerNetwork, post: ContainerPost): Promise<Ready | null> {
  const { id, isNew } = await makeContainer(run, network, post)
  if (isNew && post.isTextAlone) return { id, isPublished: false, isUnasked: true }
  const { state, reason } = await awaitContainer(run, network, id, post.hasVideo)
  if (state === 'FINISHED' || state === 'PUBLISHED') return { id, isPublished: state === 'PUBLISHED' }
  // Neither an expired nor a failed container ever recovers, so nothing that led to it is worth keeping.
  await run.forget(stepsOf(post))
  if (state === 'ERROR') throw network.faultOf(reason)
  return null
}

const itemStep = (index: number): string => `child-${index + 1}`
const stepsOf = ({ items, steps }: ContainerPost): string[] => [
  ...items.map((_, index) => itemStep(index)),
  steps.container,
]

/** All items are begun before any is waited for: films are processed side by side. */
async function makeContainer(run: Run, network: ContainerNetwork, post: ContainerPost): Promise<Made> {
  const { items, params, steps } = post
  if (items.length === 0) return make(run, network, steps.container, params)
  const ids: string[] = []
  for (const [index, item] of items.entries()) ids.push((await make(run, network, itemStep(index), item.params)).id)
  const isFilm = (index: number): boolean => items[index]?.kind === 'video'
  for (const [index, id] of ids.entries()) if (isFilm(index)) await awaitItem(run, network, id, itemStep(index), true)
  const around = () => make(run, network, steps.container, { ...params, children: ids.join(',') })
  try {
    return await around()
  } catch (error) {
    if (!isNotReady(error)) throw error
    // Pictures are ready at once as a rule, so only a network that says otherwise is asked about each.
    for (const [index, id] of ids.entries())
      if (!isFilm(index)) await awaitItem(run, network, id, itemStep(index), false)
    return around()
  }
}

const isNotReady = (error: unknown): boolean =>
  error instanceof ChannelFault && error.outcome === 'refused' && isUnfinished(error.code)

/** 2207027 and 9007 are Instagram's words for it. */
const isUnfinished = (code: string): boolean =>
  /(\/2207027|^9007)$/.test(code) ||
  networkFacts('threads').unfinished_subcodes.some((subcode) => code.endsWith(`/${subcode}`))

/** `isNew` when it was made just now, and not at an earlier attempt. */
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
  isFilm: boolean,
): Promise<void> {
  const { state, reason } = await awaitContainer(run, network, id, isFilm)
  if (state === 'FINISHED' || state === 'PUBLISHED') return
  await run.forget([step])
  throw network.faultOf(state === 'EXPIRED' ? 'EXPIRED' : reason)
}

function awaitContainer(run: Run, network: ContainerNetwork, id: string, isFilm: boolean): Promise<ContainerStatus> {
  return pollUntil(run, {
    network: network.name,
    limitMs: isFilm ? videoLimitMs : imageLimitMs,
    read: (call) => network.read(id, call),
    isDone: ({ state }) => state !== 'IN_PROGRESS',
  })
}

/**
 * Thrown inside `sendOnce`, so that a send on record comes first: the container became a post although none is.
 * That is evidence for the one who asks, not a failure.
 */
function publishedAlready(network: string): ChannelFault {
  return new ChannelFault({
    outcome: 'refused',
    category: 'content',
    isRetryable: true,
    code: 'container_published',
    isDuplicate: true,
    isOwnDuplicate: true,
    message: `${network} says that this post is out already. It is looked up there before anything else happens.`,
  })
}
