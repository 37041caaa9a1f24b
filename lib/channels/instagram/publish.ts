import { z } from 'zod'
import type { Account, CallOptions, PostMedia, Published, ResolvedPost, Run } from '../channel'
import { type ContainerNetwork, type ContainerPost, type ContainerStatus, publishContainer } from '../meta/containers'
import { Graph, type GraphParams } from '../meta/graph'
import { readPermalink } from '../meta/permalink'
import { channelSettings } from '../settings'
import { containerError, errorTable } from './errors'

export const graphOf = (account: Account): Graph => new Graph('instagram', errorTable, account)

/** Container, poll, publish. The container settles a send in doubt. */
export async function publish(post: ResolvedPost, account: Account, run: Run): Promise<Published> {
  const graph = graphOf(account)
  const externalId = await publishContainer(run, networkOf(graph), containerOf(post))
  return { externalId, url: (await readPermalink(graph, externalId, run)) ?? profileUrl(account) }
}

const networkOf = (graph: Graph): ContainerNetwork => ({
  name: 'Instagram',
  graph,
  edges: { create: 'media', publish: 'media_publish' },
  read: (id, call) => readContainer(graph, id, call),
  errorOf: containerError,
  // Media that could not be fetched never becomes a post, so the container counts as gone.
  goneCodes: /(\/(2207008|2207020|2207003|2207032|2207052|2207053|2207076|2207077|2207082)|^9004)$/,
  quota: {
    name: 'Instagram',
    edge: 'content_publishing_limit',
    members: { usage: 'quota_usage', config: 'config' },
    posts: 'media',
  },
})

function containerOf(post: ResolvedPost): ContainerPost {
  const [only, ...others] = post.media
  const isCarousel = others.length > 0
  return {
    steps: { container: 'container', publish: 'publish' },
    params: only && !isCarousel ? singleParams(post, only) : { media_type: 'CAROUSEL', caption: post.text },
    items: isCarousel ? post.media.map((media) => ({ kind: media.kind, params: itemParams(media) })) : [],
    hasVideo: post.media.some(({ kind }) => kind === 'video'),
  }
}

/** Instagram supports alt text for images only. */
const imageParams = ({ url, altText }: PostMedia): GraphParams => ({
  image_url: url,
  alt_text: altText ?? undefined,
})

const itemParams = (media: PostMedia): GraphParams => ({
  ...(media.kind === 'video' ? { media_type: 'VIDEO', video_url: media.url } : imageParams(media)),
  is_carousel_item: 'true',
})

/** A single video is a reel: Instagram dropped posts of type VIDEO. */
function singleParams(post: ResolvedPost, media: PostMedia): GraphParams {
  const isVideo = media.kind === 'video'
  // Stories have no caption and no alt text.
  if (post.postType === 'story')
    return { media_type: 'STORIES', ...(isVideo ? { video_url: media.url } : { image_url: media.url }) }
  if (!isVideo) return { ...imageParams(media), caption: post.text }
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

function profileUrl({ handle }: Account): string {
  const { webUrl } = channelSettings('instagram')
  return handle ? `${webUrl}/${handle}/` : webUrl
}
