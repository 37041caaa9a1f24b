import { z } from 'zod'
import type { Account, CallOptions, PostMedia, Run } from '../channel'
import { ChannelError } from '../channel-error'
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

/** Two edges with the same upload protocol: start, transfer, finish. */
export type VideoEdge = 'video_reels' | 'video_stories'

const Start = z.object({ video_id: z.string(), upload_url: z.url() })
export type VideoStart = z.output<typeof Start>
const Success = z.object({ success: z.literal(true) })

const videoLimitMs = 300_000
/** Steps before publishing. All are deleted if the video cannot be used. */
const uploadSteps = ['video-start', 'video-upload']

/**
 * Starts a video upload, passes the URL to Facebook and waits until it has fetched it. The finish call publishes it.
 */
export async function uploadVideo(edge: VideoEdge, video: PostMedia, graph: Graph, run: Run): Promise<VideoStart> {
  const path = `${graph.account.accountId}/${edge}`
  const start = await run.once('video-start', (call) => graph.postJson(path, { upload_phase: 'start' }, Start, call))
  await forgetIfRefused(run, () => run.once('video-upload', (call) => handOver(start, video, graph, call)))
  await awaitVideo(start.video_id, graph, run, ({ status }) => {
    const phase = status.uploading_phase?.status
    // A phase that is missing needs no waiting.
    return phase !== 'not_started' && phase !== 'in_progress'
  })
  return start
}

/** If the first response was lost, the second try is refused although Facebook has the video. */
async function handOver(
  { video_id, upload_url }: VideoStart,
  video: PostMedia,
  graph: Graph,
  call: CallOptions,
): Promise<z.output<typeof Success>> {
  try {
    return await graph.handOver(upload_url, { file_url: video.url }, Success, call)
  } catch (error) {
    const isRefused = error instanceof ChannelError && error.outcome === 'refused' && error.category === 'render'
    if (!isRefused) throw error
    const { status } = await readVideo(video_id, graph, call)
    if (!networkFacts('facebook').upload_begun.includes(status.uploading_phase?.status ?? '')) throw error
    return { success: true }
  }
}

/** Videos may return their post id without the Page id; posts elsewhere always have it. */
export function postIdOf(postId: string | undefined, { accountId }: Account): string | undefined {
  if (postId === undefined || postId.includes('_') || !networkFacts('facebook').post_id_lacks_page) return postId
  return `${accountId}_${postId}`
}

/** A refused video is refused again, so the next attempt starts a new one. */
export async function forgetIfRefused<T>(run: Run, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isVideo = error instanceof ChannelError && error.outcome === 'refused' && error.category === 'render'
    if (isVideo) await run.forget(uploadSteps)
    throw error
  }
}

/** Whether it is public. An accepted video that fails in processing never becomes visible. */
export const isPublic = ({ status }: VideoNode): boolean =>
  status.publishing_phase?.publish_status === 'published' ||
  (status.publishing_phase === undefined && status.video_status === 'ready')

/** Polls a video until it reaches the state. Throws if it failed. */
export async function awaitVideo(
  id: string,
  graph: Graph,
  run: Run,
  isReached: (node: VideoNode) => boolean,
): Promise<VideoNode> {
  const node = await pollUntil(run, {
    network: 'Facebook',
    limitMs: videoLimitMs,
    read: (call) => readVideo(id, graph, call),
    isDone: (node) => videoError(node) !== null || isReached(node),
  })
  const failure = videoError(node)
  if (!failure) return node
  // The recorded send did not publish it, so it is deleted too. The user can then retry.
  await run.forget([...uploadSteps, 'publish'])
  throw failure
}

export const readVideo = (id: string, graph: Graph, call: CallOptions): Promise<VideoNode> =>
  graph.get(id, { fields: 'id,post_id,permalink_url,status' }, VideoNode, call)

/** The error of a failed video; null while it is processed. */
function videoError({ status }: VideoNode): ChannelError | null {
  const phases = [status.uploading_phase, status.processing_phase, status.publishing_phase]
  const broken = phases.find((phase) => phase?.status === 'error' || phase?.publish_status === 'error')
  const isDead = ['upload_failed', 'error', 'expired'].includes(status.video_status ?? '')
  if (!broken && !isDead) return null
  const reason = (broken?.error?.message ?? status.video_status ?? 'no reason given').replace(/\.$/, '')
  return new ChannelError({
    outcome: 'refused',
    category: 'render',
    isRetryable: false,
    code: 'video_failed',
    message: `Facebook could not process the video: ${reason}. Encode it as MP4 with H.264 and AAC, then retry.`,
    answer: JSON.stringify(status).slice(0, 2_000),
  })
}
