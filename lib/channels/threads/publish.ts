import { z } from 'zod'
import type { Account, CallOptions, PostMedia, Published, ResolvedPost, Run } from '../channel'
import { type ContainerNetwork, type ContainerPost, type ContainerStatus, publishContainer } from '../meta/containers'
import { Graph, type GraphParams } from '../meta/graph'
import { readPermalink } from '../meta/permalink'
import { partsOf } from '../rules'
import { channelSettings } from '../settings'
import { containerError, errorTable } from './errors'

export const graphOf = (account: Account): Graph => new Graph('threads', errorTable, account)

/** Container, poll, publish. Threads repeat this, each part as a reply to the one before. */
export async function publish(post: ResolvedPost, account: Account, run: Run): Promise<Published> {
  const graph = graphOf(account)
  let previous: string | undefined
  let first: string | undefined
  for (const [index, text] of partsOf(post).entries()) {
    const part = { ...containerOf(post, index, text), steps: partSteps(post, index) }
    if (previous !== undefined) part.params = { ...part.params, reply_to_id: previous }
    previous = await publishContainer(run, networkOf(graph, index > 0), part)
    first ??= previous
  }
  const externalId = first ?? ''
  const lastPart = post.thread && previous !== undefined ? { lastPartId: previous } : {}
  return { externalId, url: (await readPermalink(graph, externalId, run)) ?? profileUrl(account), ...lastPart }
}

/**
 * Each part of a thread is a step, so an interrupted thread continues. The publisher treats `thread-…` steps as
 * public, so containers have other names.
 */
export const partSteps = ({ thread }: ResolvedPost, index: number): ContainerPost['steps'] =>
  thread === null || thread.length === 0
    ? { container: 'container', publish: 'publish' }
    : { container: `container-${index + 1}`, publish: `thread-${index + 1}` }

/** Replies have their own quota. */
export const networkOf = (graph: Graph, isReply: boolean): ContainerNetwork => ({
  name: 'Threads',
  graph,
  edges: { create: 'threads', publish: 'threads_publish' },
  read: (id, call) => readContainer(graph, id, call),
  errorOf: containerError,
  // Code 24: the container does not exist.
  goneCodes: /^24\b/,
  quota: {
    name: 'Threads',
    edge: 'threads_publishing_limit',
    members: isReply
      ? { usage: 'reply_quota_usage', config: 'reply_config' }
      : { usage: 'quota_usage', config: 'config' },
    posts: isReply ? 'replies' : 'threads',
  },
})

/** Only the first part has media and the link. */
function containerOf(post: ResolvedPost, index: number, text: string): Omit<ContainerPost, 'steps'> {
  const media = index === 0 ? post.media : []
  const [only, ...others] = media
  const isCarousel = others.length > 0
  return {
    params: isCarousel
      ? { media_type: 'CAROUSEL', text: text || undefined }
      : only
        ? { ...mediaParams(only), text: text || undefined }
        : { media_type: 'TEXT', text, link_attachment: index === 0 ? (post.link ?? undefined) : undefined },
    items: isCarousel
      ? media.map((item) => ({ kind: item.kind, params: { ...mediaParams(item), is_carousel_item: 'true' } }))
      : [],
    hasVideo: media.some(({ kind }) => kind === 'video'),
    isTextOnly: media.length === 0,
  }
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

function profileUrl({ handle }: Account): string {
  const { webUrl } = channelSettings('threads')
  return handle ? `${webUrl}/@${handle}` : webUrl
}
