import { z } from 'zod'
import type { Account, CallOptions } from '../channel'
import { eachPost } from '../each-post'
import type { Graph } from '../meta/graph'
import { isMissingMedium, readInsights, totalOf } from '../meta/insights'
import type { ChannelMetrics, PostReading, PostToRead } from '../metrics'
import { readingOf } from '../reading'
import { graphOf } from './publish'

/** What each kind of medium is asked for. A name that is not of its kind would fail the request. */
const asked = {
  feed: ['views', 'reach', 'saved', 'likes', 'comments', 'shares', 'total_interactions', 'profile_visits', 'follows'],
  reel: ['views', 'reach', 'saved', 'likes', 'comments', 'shares', 'total_interactions', 'ig_reels_avg_watch_time'],
  story: ['views', 'reach', 'shares', 'replies', 'link_clicks', 'total_interactions', 'navigation'],
} as const

const childMetrics = ['views', 'reach', 'saved'] as const

export const metrics: ChannelMetrics = {
  id: 'instagram',
  // Clicks are counted for stories alone; links in captions cannot be clicked.
  reports: ['impressions', 'reach', 'clicks', 'saves', 'shares', 'likes', 'comments'],
  batch: () => 1,
  read: (posts, account, call) => eachPost(posts, (post) => readOne(post, account, call), isMissingMedium),
}

async function readOne(post: PostToRead, account: Account, call: CallOptions): Promise<PostReading> {
  const graph = graphOf(account)
  const found = await readInsights(graph, post.externalId, asked[kindOf(post)], call)
  const number = (name: string) => totalOf(found.get(name))
  const hasFilms = post.postType === 'carousel' && post.media.some(({ kind }) => kind === 'video')
  // A story has neither likes nor comments of its own; replies are the comments that it gets.
  const isCounted = number('likes') !== null && number('comments') !== null
  const node =
    post.postType === 'story' || (isCounted && !hasFilms) ? null : await readNode(graph, post, hasFilms, call)
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
  return hasFilms && node?.children
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

const readNode = (graph: Graph, { externalId }: PostToRead, hasFilms: boolean, call: CallOptions) =>
  graph.get(
    externalId,
    { fields: `like_count,comments_count${hasFilms ? ',children{id,media_type}' : ''}` },
    Node,
    call,
  )

/**
 * Instagram says in one place that a carousel's children have no numbers, and answers for films in practice. So it is
 * asked, and what comes back empty or refused is not reported.
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
