import { z } from 'zod'
import type { Account, CallOptions, PostMedia, Run } from '../channel'
import { ChannelFault } from '../fault'
import type { Graph } from '../meta/graph'
import { pollUntil } from '../poll'
import { networkFacts } from '../settings'

const Phase = z.object({
  status: z.string().optional(),
  publish_status: z.string().optional(),
  error: z.object({ message: z.string().optional() }).optional(),
})

const VideoNode = z.object({
  id: z.string().optional(),
  post_id: z.string().optional(),
  permalink_url: z.string().optional(),
  status: z.object({
    video_status: z.string().optional(),
    uploading_phase: Phase.optional(),
    processing_phase: Phase.optional(),
    publishing_phase: Phase.optional(),
  }),
})
export type VideoNode = z.output<typeof VideoNode>

/** Where a film is started, handed over and finished: two edges with one protocol. */
export type VideoEdge = 'video_reels' | 'video_stories'

const Start = z.object({ video_id: z.string(), upload_url: z.url() })
export type VideoStart = z.output<typeof Start>
const Success = z.object({ success: z.literal(true) })

const videoLimitMs = 300_000
/** All that is made before the film is public; forgotten together when the film can't be used. */
const uploadSteps = ['video-start', 'video-upload']

/**
 * Starts a film, hands its address over and waits until Facebook has fetched it. Nobody sees it yet; finishing it is
 * what makes it public.
 */
export async function uploadVideo(edge: VideoEdge, film: PostMedia, graph: Graph, run: Run): Promise<VideoStart> {
  const path = `${graph.account.accountId}/${edge}`
  const start = await run.once('video-start', (call) => graph.postJson(path, { upload_phase: 'start' }, Start, call))
  await orAnew(run, () => run.once('video-upload', (call) => handOver(start, film, graph, call)))
  await awaitVideo(start.video_id, graph, run, ({ status }) => {
    const phase = status.uploading_phase?.status
    // A phase that Facebook does not name is none that has to be waited for.
    return phase !== 'not_started' && phase !== 'in_progress'
  })
  return start
}

/** Whose answer to the first try was lost is refused at the second, and yet has the film. */
async function handOver(
  { video_id, upload_url }: VideoStart,
  film: PostMedia,
  graph: Graph,
  call: CallOptions,
): Promise<z.output<typeof Success>> {
  try {
    return await graph.handOver(upload_url, { file_url: film.url }, Success, call)
  } catch (error) {
    const isRefused = error instanceof ChannelFault && error.outcome === 'refused' && error.category === 'render'
    if (!isRefused) throw error
    const { status } = await readVideo(video_id, graph, call)
    if (!networkFacts('facebook').upload_begun.includes(status.uploading_phase?.status ?? '')) throw error
    return { success: true }
  }
}

/** A film names its post without the Page in front, or with it, as posts are named everywhere else. */
export function postIdOf(postId: string | undefined, { accountId }: Account): string | undefined {
  if (postId === undefined || postId.includes('_') || !networkFacts('facebook').post_id_lacks_page) return postId
  return `${accountId}_${postId}`
}

/** What Facebook refuses of a film it does not take later either: the next attempt starts another. */
export async function orAnew<T>(run: Run, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isFilm = error instanceof ChannelFault && error.outcome === 'refused' && error.category === 'render'
    if (isFilm) await run.forget(uploadSteps)
    throw error
  }
}

/** Is it public? What was accepted is not yet: a film that fails in processing never becomes visible. */
export const isOut = ({ status }: VideoNode): boolean =>
  status.publishing_phase?.publish_status === 'published' ||
  (status.publishing_phase === undefined && status.video_status === 'ready')

/** Polls a film until it is where it should be. One that stopped on its way is a fault. */
export async function awaitVideo(
  id: string,
  graph: Graph,
  run: Run,
  isThere: (node: VideoNode) => boolean,
): Promise<VideoNode> {
  const node = await pollUntil(run, {
    network: 'Facebook',
    limitMs: videoLimitMs,
    read: (call) => readVideo(id, graph, call),
    isDone: (node) => faultOfVideo(node) !== null || isThere(node),
  })
  const fault = faultOfVideo(node)
  if (!fault) return node
  // Not even a send on record made it public, so that is forgotten too: a person may have it sent again.
  await run.forget([...uploadSteps, 'publish'])
  throw fault
}

export const readVideo = (id: string, graph: Graph, call: CallOptions): Promise<VideoNode> =>
  graph.get(id, { fields: 'id,post_id,permalink_url,status' }, VideoNode, call)

/** A film that stopped on its way. Null while there is hope. */
function faultOfVideo({ status }: VideoNode): ChannelFault | null {
  const phases = [status.uploading_phase, status.processing_phase, status.publishing_phase]
  const broken = phases.find((phase) => phase?.status === 'error' || phase?.publish_status === 'error')
  const isDead = ['upload_failed', 'error', 'expired'].includes(status.video_status ?? '')
  if (!broken && !isDead) return null
  const reason = (broken?.error?.message ?? status.video_status ?? 'no reason given').replace(/\.$/, '')
  return new ChannelFault({
    outcome: 'refused',
    category: 'render',
    isRetryable: false,
    code: 'video_failed',
    message: `Facebook could not process the film: ${reason}. Encode it as MP4 with H.264 and AAC, and try again.`,
    answer: JSON.stringify(status).slice(0, 2_000),
  })
}
