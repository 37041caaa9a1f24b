import { z } from 'zod'
import type { Account, CallOptions, Doubt, FindResult, ResolvedPost } from '../channel'
import { earliestPossible, findInList, type Listed, sameText } from '../match'
import { type Graph, GraphAny } from '../meta/graph'
import { graphTime, listEdge } from '../meta/list'
import { stepId } from '../steps'
import { graphOf } from './publish'
import { postIdOf, readVideo } from './video'

/** Searches the Page's posts; stories by their media, reels by their status, videos in the list of videos. */
export async function find(post: ResolvedPost, account: Account, doubt: Doubt, call: CallOptions): Promise<FindResult> {
  const graph = graphOf(account)
  if (post.postType === 'story') return findStory(graph, doubt, call)
  if (post.postType === 'reel') return findReel(graph, doubt, call)
  if (post.media[0]?.kind === 'video') return findVideo(post, graph, doubt, call)
  const edge = {
    path: `${account.accountId}/published_posts`,
    fields: 'id,message,created_time,attachments{media_type,type,subattachments{media_type}}',
    item: PagePost,
    toListed,
  }
  const first = await listEdge(graph, edge, doubt, call)
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

/** A shared link is an attachment too, but not media. */
function countMedia(attachments: z.output<typeof Attachment>[]): number {
  return attachments
    .filter(({ media_type, type }) => media_type !== 'link' && type !== 'share')
    .reduce((count, { subattachments }) => count + (subattachments?.data.length ?? 1), 0)
}

const Video = z.object({
  id: z.string(),
  post_id: z.string().optional(),
  description: z.string().default(''),
  created_time: z.string(),
})

/** Searches the list of videos: a video has no post until it is processed. */
async function findVideo(post: ResolvedPost, graph: Graph, doubt: Doubt, call: CallOptions): Promise<FindResult> {
  const known = new Set(doubt.knownIds)
  const edge = {
    path: `${graph.account.accountId}/videos`,
    fields: 'id,post_id,description,created_time',
    item: Video,
    toListed: ({ id, description, created_time }: z.output<typeof Video>): Listed => ({
      id,
      text: sameText(description),
      createdAt: graphTime(created_time),
      mediaCount: 1,
      result: { id },
    }),
    // Another row may have stored it under its post id.
    isWanted: ({ post_id }: z.output<typeof Video>) => !known.has(postIdOf(post_id, graph.account) ?? ''),
  }
  const first = await listEdge(graph, edge, doubt, call)
  return findInList(first, { text: sameText(post.text), mediaCount: 1 }, doubt)
}

const Stories = z.object({
  data: z.array(
    z.object({ post_id: z.string(), media_id: z.string().optional(), creation_time: z.coerce.number().optional() }),
  ),
})

async function findStory(graph: Graph, doubt: Doubt, call: CallOptions): Promise<FindResult> {
  const shown = stepId(doubt, 'photo-1') ?? startedVideo(doubt)
  const { data } = await graph.get(`${graph.account.accountId}/stories`, {}, Stories, call)
  const story = data.find(({ media_id }) => shown !== null && media_id === shown)
  if (story) return { state: 'found', result: { id: story.post_id } }
  const unclear = data.some(
    ({ media_id, creation_time }) =>
      media_id === undefined &&
      (creation_time ?? Number.POSITIVE_INFINITY) * 1_000 >= earliestPossible(doubt).getTime(),
  )
  if (unclear) return { state: 'cannot_ask', reason: 'Facebook lists stories without their media.' }
  return { state: 'absent' }
}

const Started = z.object({ video_id: z.string() })

function startedVideo(doubt: Doubt): string | null {
  const started = Started.safeParse(doubt.steps['video-start'])
  return started.success ? started.data.video_id : null
}

async function findReel(graph: Graph, doubt: Doubt, call: CallOptions): Promise<FindResult> {
  const id = startedVideo(doubt)
  if (id === null) return { state: 'absent' }
  const { status } = await readVideo(id, graph, call)
  const phase = status.publishing_phase
  const isTaken =
    phase?.publish_status === 'published' || phase?.status === 'in_progress' || phase?.status === 'complete'
  return isTaken ? { state: 'found', result: { id } } : { state: 'absent' }
}
