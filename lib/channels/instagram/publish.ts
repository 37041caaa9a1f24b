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

export const graphOf = (account: Account): Graph => new Graph('instagram', faults, account)

/** Container, poll, publish. The container is the handle by which a send in doubt is settled. */
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
      if (ready.isPublished) throw publishedAlready('Instagram')
      const path = `${graph.account.accountId}/media_publish`
      return graph.postForm(path, { creation_id: ready.id }, GraphId, call, true)
    })
  } catch (error) {
    // 2207008 and 2207020 speak of a container that is gone. The next attempt makes another.
    const isGone = error instanceof ChannelFault && /\/(2207008|2207020)$/.test(error.code)
    if (isGone && error.outcome === 'refused') await run.forget(plan.steps)
    throw error
  }
}

function containerPlan(post: ResolvedPost, graph: Graph, run: Run): ContainerPlan {
  const path = `${graph.account.accountId}/media`
  const make = async (step: string, params: GraphParams): Promise<string> =>
    (await run.once(step, (call) => graph.postForm(path, params, GraphId, call))).id
  const hasVideo = post.media.some(({ kind }) => kind === 'video')
  const plan = {
    network: 'Instagram',
    read: (id: string, call: CallOptions) => readContainer(graph, id, call),
    faultOf: faultOfContainer,
    limitMs: hasVideo ? videoLimitMs : imageLimitMs,
  }
  const [only, ...others] = post.media
  if (only && others.length === 0)
    return { ...plan, steps: ['container'], make: () => make('container', singleParams(post, only)) }

  const childSteps = post.media.map((_, index) => `child-${index + 1}`)
  return {
    ...plan,
    steps: [...childSteps, 'container'],
    async make() {
      const children: string[] = []
      for (const [index, media] of post.media.entries())
        children.push(await makeChild(media, `child-${index + 1}`, make, plan, run))
      return make('container', { media_type: 'CAROUSEL', children: children.join(','), caption: post.text })
    },
  }
}

type Make = (step: string, params: GraphParams) => Promise<string>

async function makeChild(
  media: PostMedia,
  step: string,
  make: Make,
  plan: Pick<ContainerPlan, 'network' | 'read' | 'limitMs' | 'faultOf'>,
  run: Run,
): Promise<string> {
  if (media.kind !== 'video')
    return make(step, { image_url: media.url, is_carousel_item: 'true', alt_text: media.altText ?? undefined })
  const id = await make(step, { media_type: 'VIDEO', video_url: media.url, is_carousel_item: 'true' })
  // The parent refuses a film that is still being processed.
  const { state, reason } = await awaitContainer(run, plan, id)
  if (state === 'FINISHED' || state === 'PUBLISHED') return id
  await run.forget([step])
  throw plan.faultOf(state === 'EXPIRED' ? 'EXPIRED' : reason)
}

function singleParams(post: ResolvedPost, media: PostMedia): GraphParams {
  const isVideo = media.kind === 'video'
  if (post.postType === 'story')
    return { media_type: 'STORIES', ...(isVideo ? { video_url: media.url } : { image_url: media.url }) }
  if (!isVideo) return { image_url: media.url, caption: post.text, alt_text: media.altText ?? undefined }
  return {
    media_type: 'REELS',
    video_url: media.url,
    caption: post.text,
    share_to_feed: 'true',
    cover_url: post.coverImageUrl ?? undefined,
  }
}

const Status = z.object({
  status_code: z.enum(['IN_PROGRESS', 'FINISHED', 'ERROR', 'EXPIRED', 'PUBLISHED']),
  status: z.string().default(''),
})

export async function readContainer(graph: Graph, id: string, call: CallOptions): Promise<ContainerStatus> {
  const { status_code, status } = await graph.get(id, { fields: 'status_code,status' }, Status, call)
  return { state: status_code, reason: status }
}

const Permalink = z.object({ permalink: z.string().min(1) })

/** A post that is out stays out: when its address can't be read, the account's page has to do. */
async function permalink(graph: Graph, id: string, run: Run): Promise<string> {
  try {
    return (await graph.get(id, { fields: 'permalink' }, Permalink, { signal: callSignal(run) })).permalink
  } catch {
    const { webUrl } = channelSettings('instagram')
    return graph.account.handle ? `${webUrl}/${graph.account.handle}/` : webUrl
  }
}
