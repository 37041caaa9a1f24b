import { z } from 'zod'
import type { Account, CallOptions } from '../channel'
import { ChannelError } from '../channel-error'
import type { Graph } from '../meta/graph'
import { isMissingMedium, readInsights, totalOf } from '../meta/insights'
import { eachPost } from '../metrics/each-post'
import type { ChannelMetrics, PostReading, PostToRead } from '../metrics/metrics'
import { readingOf } from '../metrics/reading'
import { graphOf } from './publish'
import { postIdOf } from './video'

const asked = [
  'post_media_view',
  'post_total_media_view_unique',
  'post_clicks',
  'post_clicks_by_type',
  'post_reactions_by_type_total',
  'post_activity_by_action_type',
] as const

export const metrics: ChannelMetrics = {
  id: 'facebook',
  reports: ['impressions', 'reach', 'clicks', 'shares', 'likes', 'comments'],
  batch: () => 1,
  read: (posts, account, call) => eachPost(posts, (post) => readOne(post, account, call), isMissingMedium),
}

async function readOne(post: PostToRead, account: Account, call: CallOptions): Promise<PostReading> {
  const graph = graphOf(account)
  const id = await readPostId(graph, post.externalId, call)
  const found = await readInsights(graph, id, asked, call)
  const counts = post.postType === 'story' ? null : await readCounts(graph, id, call)
  const activity = found.get('post_activity_by_action_type')
  const byAction = typeof activity === 'object' ? activity : {}
  return readingOf(
    {
      impressions: totalOf(found.get('post_media_view')),
      reach: totalOf(found.get('post_total_media_view_unique')),
      clicks: linkClicks(found),
      shares: counts?.shares ?? byAction.share,
      likes: counts?.reactions ?? totalOf(found.get('post_reactions_by_type_total')),
      comments: counts?.comments ?? byAction.comment,
    },
    { post_clicks: totalOf(found.get('post_clicks')) },
  )
}

/** `post_clicks` counts all clicks on the post, so link clicks are used where Facebook reports them by type. */
function linkClicks(found: Awaited<ReturnType<typeof readInsights>>): number | null {
  const kinds = found.get('post_clicks_by_type')
  if (typeof kinds === 'object') return kinds['link clicks'] ?? 0
  return totalOf(found.get('post_clicks'))
}

const VideoPost = z.object({ post_id: z.string().optional() })

/** Videos and reels are stored by video id, but metrics belong to the post. */
async function readPostId(graph: Graph, externalId: string, call: CallOptions): Promise<string> {
  if (externalId.includes('_')) return externalId
  const { post_id: postId } = await graph.get(externalId, { fields: 'post_id' }, VideoPost, call).catch(ownId)
  return postIdOf(postId, graph.account) ?? externalId
}

/** A node without this field is itself a post. */
function ownId(error: unknown): z.output<typeof VideoPost> {
  if (error instanceof ChannelError && error.code === '100') return {}
  throw error
}

const Summary = z.object({ summary: z.object({ total_count: z.number() }) })
const Counts = z.object({
  shares: z.object({ count: z.number() }).optional(),
  comments: Summary.optional(),
  reactions: Summary.optional(),
})
const countFields = 'shares,comments.limit(0).summary(true),reactions.limit(0).summary(true)'

async function readCounts(graph: Graph, id: string, call: CallOptions) {
  try {
    const { shares, comments, reactions } = await graph.get(id, { fields: countFields }, Counts, call)
    return {
      // Facebook omits the field without shares, so with the other two present it counts as 0.
      shares: shares?.count ?? (comments || reactions ? 0 : null),
      comments: comments?.summary.total_count ?? null,
      reactions: reactions?.summary.total_count ?? null,
    }
  } catch (error) {
    if (error instanceof ChannelError && error.code === '100') return null
    throw error
  }
}
