import { z } from 'zod'
import type { Account, CallOptions, Doubt, FindResult, ResolvedPost } from '../channel'
import { earliestPossible, findInList, type Listed, sameText } from '../match'
import { type Graph, GraphAny } from '../meta/graph'
import { graphTime, listEdge } from '../meta/list'
import { stepId } from '../steps'
import { graphOf } from './publish'
import { ReelStatus } from './reel'

/** Posts are found in the Page's list, a story by the photo it shows, a reel by its own status. */
export async function find(post: ResolvedPost, account: Account, doubt: Doubt, call: CallOptions): Promise<FindResult> {
  const graph = graphOf(account)
  if (post.postType === 'story') return findStory(graph, doubt, call)
  if (post.postType === 'reel') return findReel(graph, doubt, call)
  const first = await listEdge(
    graph,
    {
      path: `${account.accountId}/published_posts`,
      fields: 'id,message,created_time,attachments{media_type,type,subattachments{media_type}}',
      item: PagePost,
      toListed,
    },
    doubt,
    call,
  )
  return findInList(first, { text: sameText(post.text), mediaCount: post.media.length }, doubt)
}

const Attachment = z.object({
  media_type: z.string().optional(),
  type: z.string().optional(),
  subattachments: z.object({ data: z.array(GraphAny) }).optional(),
})
const PagePost = z.object({
  id: z.string(),
  message: z.string().default(''),
  created_time: z.string(),
  attachments: z.object({ data: z.array(Attachment) }).optional(),
})

function toListed(post: z.output<typeof PagePost>): Listed {
  return {
    id: post.id,
    text: sameText(post.message),
    createdAt: graphTime(post.created_time),
    mediaCount: countMedia(post.attachments?.data ?? []),
    result: { id: post.id },
  }
}

/** A shared link is an attachment as well, and no medium of the post. */
function countMedia(attachments: z.output<typeof Attachment>[]): number {
  return attachments
    .filter(({ media_type, type }) => media_type !== 'link' && type !== 'share')
    .reduce((count, { subattachments }) => count + (subattachments?.data.length ?? 1), 0)
}

const Stories = z.object({
  data: z.array(
    z.object({ post_id: z.string(), media_id: z.string().optional(), creation_time: z.coerce.number().optional() }),
  ),
})

async function findStory(graph: Graph, doubt: Doubt, call: CallOptions): Promise<FindResult> {
  const photo = stepId(doubt, 'photo-1')
  const { data } = await graph.get(`${graph.account.accountId}/stories`, {}, Stories, call)
  const story = data.find(({ media_id }) => photo !== null && media_id === photo)
  if (story) return { state: 'found', result: { id: story.post_id } }
  const unclear = data.some(
    ({ media_id, creation_time }) =>
      media_id === undefined &&
      (creation_time ?? Number.POSITIVE_INFINITY) * 1_000 >= earliestPossible(doubt).getTime(),
  )
  if (unclear) return { state: 'cannot_ask', reason: 'Facebook lists stories without saying which photo they show.' }
  return { state: 'absent' }
}

const ReelStart = z.object({ video_id: z.string() })

async function findReel(graph: Graph, doubt: Doubt, call: CallOptions): Promise<FindResult> {
  const start = ReelStart.safeParse(doubt.steps['reel-start'])
  if (!start.success) return { state: 'absent' }
  const { video_id: id } = start.data
  const { status } = await graph.get(id, { fields: 'status' }, ReelStatus, call)
  const publishing = status.publishing_phase
  const isTaken = publishing?.publish_status === 'published' || publishing?.status === 'in_progress'
  return isTaken || publishing?.status === 'complete' ? { state: 'found', result: { id } } : { state: 'absent' }
}
