import { z } from 'zod'
import type { Account, Json, PostMedia, Published, ResolvedPost, Run } from '../channel'
import { videoLimitMs } from '../meta/containers'
import { Graph, GraphId } from '../meta/graph'
import { callSignal, pollUntil } from '../poll'
import { channelSettings } from '../settings'
import { faults } from './errors'
import { faultOfReel, ReelStatus } from './reel'

export const graphOf = (account: Account): Graph => new Graph('facebook', faults, account)

/** Posts on a Page. The form decides which edge makes it public; whatever comes before stays unseen. */
export async function publish(post: ResolvedPost, account: Account, run: Run): Promise<Published> {
  const graph = graphOf(account)
  const [only, ...others] = post.media
  if (!only) return feedPost(post, [], graph, run)
  if (others.length > 0) return feedPost(post, await stagePhotos(post.media, graph, run), graph, run)
  if (post.postType === 'story') return photoStory(only, graph, run)
  if (only.kind !== 'video') return photoPost(post, only, graph, run)
  return post.postType === 'reel' ? reel(post, only, graph, run) : videoPost(post, only, graph, run)
}

async function feedPost(post: ResolvedPost, photos: string[], graph: Graph, run: Run): Promise<Published> {
  const body: Json = {
    message: post.text,
    ...(photos.length === 0 && post.link ? { link: post.link } : {}),
    ...(photos.length > 0 ? { attached_media: photos.map((id) => ({ media_fbid: id })) } : {}),
  }
  const { id } = await run.sendOnce('publish', (call) =>
    graph.postJson(`${graph.account.accountId}/feed`, body, GraphId, call, true),
  )
  return { externalId: id, url: await permalink(graph, id, run) }
}

/** Unpublished photos are seen by nobody, so one that is staged twice does no harm. */
async function stagePhotos(media: PostMedia[], graph: Graph, run: Run): Promise<string[]> {
  const ids: string[] = []
  for (const [index, photo] of media.entries()) {
    const body = { url: photo.url, published: false, ...altText(photo) }
    const path = `${graph.account.accountId}/photos`
    ids.push((await run.once(`photo-${index + 1}`, (call) => graph.postJson(path, body, GraphId, call))).id)
  }
  return ids
}

const altText = ({ altText }: PostMedia): { alt_text_custom?: string } => (altText ? { alt_text_custom: altText } : {})

const PhotoAnswer = z.object({ id: z.string(), post_id: z.string().optional() })

async function photoPost(post: ResolvedPost, photo: PostMedia, graph: Graph, run: Run): Promise<Published> {
  const body = { url: photo.url, caption: post.text, published: true, ...altText(photo) }
  const { id } = await run.sendOnce('publish', async (call) => {
    const path = `${graph.account.accountId}/photos`
    const answer = await graph.postJson(path, body, PhotoAnswer, call, true)
    return { id: answer.post_id ?? answer.id }
  })
  return { externalId: id, url: await permalink(graph, id, run) }
}

const StoryAnswer = z.object({ post_id: z.string() })

async function photoStory(photo: PostMedia, graph: Graph, run: Run): Promise<Published> {
  const [staged] = await stagePhotos([photo], graph, run)
  const { id } = await run.sendOnce('publish', async (call) => {
    const body = { photo_id: staged ?? null }
    const answer = await graph.postJson(`${graph.account.accountId}/photo_stories`, body, StoryAnswer, call, true)
    return { id: answer.post_id }
  })
  return { externalId: id, url: `${channelSettings('facebook').webUrl}/stories/${id}` }
}

async function videoPost(post: ResolvedPost, film: PostMedia, graph: Graph, run: Run): Promise<Published> {
  const body = { file_url: film.url, description: post.text, published: true }
  const { id } = await run.sendOnce('publish', (call) =>
    graph.postJson(`${graph.account.accountId}/videos`, body, GraphId, call, true),
  )
  return { externalId: id, url: await permalink(graph, id, run) }
}

const ReelStart = z.object({ video_id: z.string(), upload_url: z.url() })
const Success = z.object({ success: z.literal(true) })

/** Start, hand the address of the film over, wait until it is taken, finish. Only the last makes it public. */
async function reel(post: ResolvedPost, film: PostMedia, graph: Graph, run: Run): Promise<Published> {
  const path = `${graph.account.accountId}/video_reels`
  const start = await run.once('reel-start', (call) => graph.postJson(path, { upload_phase: 'start' }, ReelStart, call))
  await run.once('reel-upload', (call) => graph.handOver(start.upload_url, { file_url: film.url }, Success, call))
  const { id } = await run.sendOnce('publish', async (call) => {
    const finish = {
      upload_phase: 'finish',
      video_id: start.video_id,
      video_state: 'PUBLISHED',
      description: post.text,
    }
    await graph.postJson(path, finish, Success, call, true)
    return { id: start.video_id }
  })
  await awaitReel(id, graph, run)
  return { externalId: id, url: `${channelSettings('facebook').webUrl}/reel/${id}` }
}

/** `success` on finish only means accepted; a reel that fails in processing never becomes visible. */
async function awaitReel(id: string, graph: Graph, run: Run): Promise<void> {
  const status = await pollUntil(run, {
    network: 'Facebook',
    limitMs: videoLimitMs,
    read: (call) => graph.get(id, { fields: 'status' }, ReelStatus, call),
    isDone: ({ status }) => status.publishing_phase?.publish_status === 'published' || faultOfReel(status) !== null,
  })
  const fault = faultOfReel(status.status)
  if (fault) throw fault
}

const Permalink = z.object({ permalink_url: z.string().min(1) })

async function permalink(graph: Graph, id: string, run: Run): Promise<string> {
  const { webUrl } = channelSettings('facebook')
  try {
    const call = { signal: callSignal(run) }
    const { permalink_url } = await graph.get(id, { fields: 'permalink_url' }, Permalink, call)
    // Of films Facebook gives the path alone.
    return permalink_url.startsWith('/') ? `${webUrl}${permalink_url}` : permalink_url
  } catch {
    return `${webUrl}/${id}`
  }
}
