import { z } from 'zod'
import type { Account, CallOptions } from '../channel'
import type { Graph } from '../meta/graph'
import { isMissingMedium, readInsights, totalOf } from '../meta/insights'
import { eachPost } from '../metrics/each-post'
import type { ChannelMetrics, PostReading, PostToRead } from '../metrics/metrics'
import { readingOf } from '../metrics/reading'
import { graphOf } from './publish'

/** Metrics per media type. An unsupported name fails the whole request. */
const asked = {
  feed: ['views', 'reach', 'saved', 'likes', 'comments', 'shares', 'total_interactions', 'profile_visits', 'follows'],
  reel: ['views', 'reach', 'saved', 'likes', 'comments', 'shares', 'total_interactions', 'ig_reels_avg_watch_time'],
  story: ['views', 'reach', 'shares', 'replies', 'link_clicks', 'total_interactions', 'navigation'],
} as const

const childMetrics = ['views', 'reach', 'saved'] as const

export const metrics: ChannelMetrics = {
  id: 'instagram',
  // Clicks exist only for stories; links in captions are not clickable.
  reports: ['impressions', 'reach', 'clicks', 'saves', 'shares', 'likes', 'comments'],
  batch: () => 1,
  read: (posts, account, call) => eachPost(posts, (post) => readOne(post, account, call), isMissingMedium),
}

async function readOne(post: PostToRead, account: Account, call: CallOptions): Promise<PostReading> {
  const graph = graphOf(account)
  const found = await readInsights(graph, post.externalId, asked[kindOf(post)], call)
  const number = (name: string) => totalOf(found.get(name))
  const hasVideos = post.postType === 'carousel' && post.media.some(({ kind }) => kind === 'video')
  // Stories have no likes or comments; replies count as comments.
  const isCounted = number('likes') !== null && number('comments') !== null
  const node =
    post.postType === 'story' || (isCounted && !hasVideos) ? null : await readNode(graph, post, hasVideos, call)
  const reading = readingOf(
    {
      impressions: number('views'),
      reach: number('reach'),
      clicks: number('link_clicks'),
      saves: number('saved'),
      shares: number('shares'),
      likes: number('likes') ?? node?.like_count,
      comments: number('comments') ?? number('replies') ?? node?.comments_count,
    },
    Object.fromEntries(
      ['total_interactions', 'profile_visits', 'follows', 'navigation', 'ig_reels_avg_watch_time'].map((name) => [
        name,
        number(name),
      ]),
    ),
  )
  return hasVideos && node?.children
    ? { ...reading, children: await readChildren(graph, node.children.data, call) }
    : reading
}

const kindOf = ({ postType, media }: PostToRead): keyof typeof asked => {
  if (postType === 'story') return 'story'
  return postType === 'reel' || (media.length === 1 && media[0]?.kind === 'video') ? 'reel' : 'feed'
}

const Child = z.object({ id: z.string(), media_type: z.string().optional() })
const Node = z.object({
  like_count: z.number().optional(),
  comments_count: z.number().optional(),
  children: z.object({ data: z.array(Child) }).optional(),
})

const readNode = (graph: Graph, { externalId }: PostToRead, hasVideos: boolean, call: CallOptions) =>
  graph.get(
    externalId,
    { fields: `like_count,comments_count${hasVideos ? ',children{id,media_type}' : ''}` },
    Node,
    call,
  )

/**
 * Instagram's docs say that carousel children have no metrics, but videos do. Empty or refused ones count as not
 * reported.
 */
async function readChildren(
  graph: Graph,
  children: z.output<typeof Child>[],
  call: CallOptions,
): Promise<NonNullable<PostReading['children']>> {
  const readings: NonNullable<PostReading['children']> = []
  for (const [index, { id, media_type }] of children.entries()) {
    if (media_type !== 'VIDEO' && media_type !== 'REELS') continue
    const found = await readInsights(graph, id, childMetrics, call).catch((error: unknown) => {
      if (isMissingMedium(error)) return new Map<string, number>()
      throw error
    })
    const number = (name: string) => totalOf(found.get(name))
    readings.push({ index, views: number('views'), reach: number('reach'), saved: number('saved') })
  }
  return readings
}
