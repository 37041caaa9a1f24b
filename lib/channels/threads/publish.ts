import { z } from 'zod'
import type { Account, CallOptions, PostMedia, Published, ResolvedPost, Run } from '../channel'
import { ChannelFault } from '../fault'
import {
  awaitContainer,
  type ContainerPlan,
  type ContainerStatus,
  imageLimitMs,
  publishedAlready,
  type Ready,
  readyContainer,
  videoLimitMs,
} from '../meta/containers'
import { Graph, GraphId, type GraphParams } from '../meta/graph'
import { callSignal } from '../poll'
import { channelSettings } from '../settings'
import { faultOfContainer, faults } from './errors'

export const graphOf = (account: Account): Graph => new Graph('threads', faults, account)

/** Container, poll, publish: Instagram's protocol with other names. */
export async function publish(post: ResolvedPost, account: Account, run: Run): Promise<Published> {
  const graph = graphOf(account)
  const plan = containerPlan(post, graph, run)
  const ready = await readyContainer(run, plan)
  const { id } = await sendContainer(plan, ready, graph, run)
  return { externalId: id, url: await permalink(graph, id, run) }
}

async function sendContainer(plan: ContainerPlan, ready: Ready, graph: Graph, run: Run): Promise<{ id: string }> {
  try {
    return await run.sendOnce('publish', (call) => {
      if (ready.isPublished) throw publishedAlready('Threads')
      const path = `${graph.account.accountId}/threads_publish`
      return graph.postForm(path, { creation_id: ready.id }, GraphId, call, true)
    })
  } catch (error) {
    // Code 24 says that there is no such container. It is made anew at the next attempt.
    const isGone = error instanceof ChannelFault && /^24\b/.test(error.code) && error.outcome === 'refused'
    if (isGone) await run.forget(plan.steps)
    throw error
  }
}

function containerPlan(post: ResolvedPost, graph: Graph, run: Run): ContainerPlan {
  const path = `${graph.account.accountId}/threads`
  const make = async (step: string, params: GraphParams): Promise<string> =>
    (await run.once(step, (call) => graph.postForm(path, params, GraphId, call))).id
  const hasVideo = post.media.some(({ kind }) => kind === 'video')
  const plan = {
    network: 'Threads',
    read: (id: string, call: CallOptions) => readContainer(graph, id, call),
    faultOf: faultOfContainer,
    limitMs: hasVideo ? videoLimitMs : imageLimitMs,
  }
  if (post.media.length < 2) return { ...plan, steps: ['container'], make: () => make('container', singleParams(post)) }

  const childSteps = post.media.map((_, index) => `child-${index + 1}`)
  return {
    ...plan,
    steps: [...childSteps, 'container'],
    async make() {
      const children: string[] = []
      for (const [index, media] of post.media.entries()) {
        const step = `child-${index + 1}`
        const id = await make(step, { ...mediaParams(media), is_carousel_item: 'true' })
        if (media.kind === 'video') await awaitChild(id, step, plan, run)
        children.push(id)
      }
      return make('container', { media_type: 'CAROUSEL', children: children.join(','), text: post.text || undefined })
    },
  }
}

/** A carousel refuses a film that is still being processed. */
async function awaitChild(
  id: string,
  step: string,
  plan: Pick<ContainerPlan, 'network' | 'read' | 'limitMs' | 'faultOf'>,
  run: Run,
): Promise<void> {
  const { state, reason } = await awaitContainer(run, plan, id)
  if (state === 'FINISHED' || state === 'PUBLISHED') return
  await run.forget([step])
  throw plan.faultOf(state === 'EXPIRED' ? 'EXPIRED' : reason)
}

function singleParams(post: ResolvedPost): GraphParams {
  const [only] = post.media
  if (only) return { ...mediaParams(only), text: post.text || undefined }
  return { media_type: 'TEXT', text: post.text, link_attachment: post.link ?? undefined }
}

function mediaParams(media: PostMedia): GraphParams {
  const altText = { alt_text: media.altText ?? undefined }
  return media.kind === 'video'
    ? { media_type: 'VIDEO', video_url: media.url, ...altText }
    : { media_type: 'IMAGE', image_url: media.url, ...altText }
}

const Status = z.object({
  status: z.enum(['IN_PROGRESS', 'FINISHED', 'ERROR', 'EXPIRED', 'PUBLISHED']),
  error_message: z.string().default(''),
})

export async function readContainer(graph: Graph, id: string, call: CallOptions): Promise<ContainerStatus> {
  const { status, error_message } = await graph.get(id, { fields: 'id,status,error_message' }, Status, call)
  return { state: status, reason: error_message }
}

const Permalink = z.object({ permalink: z.string().min(1) })

async function permalink(graph: Graph, id: string, run: Run): Promise<string> {
  try {
    return (await graph.get(id, { fields: 'permalink' }, Permalink, { signal: callSignal(run) })).permalink
  } catch {
    const { webUrl } = channelSettings('threads')
    return graph.account.handle ? `${webUrl}/@${graph.account.handle}` : webUrl
  }
}
