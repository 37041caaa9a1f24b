import { z } from 'zod'
import type { Json } from '@/lib/json'
import type { Account, PostMedia, Published, ResolvedPost, Run } from '../channel'
import { Graph, GraphId } from '../meta/graph'
import { singleCall } from '../poll'
import { channelSettings } from '../settings'
import { errorTable } from './errors'
import { sendStaged, stagePhotos } from './photos'
import { awaitVideo, forgetIfRefused, isPublic, postIdOf, uploadVideo, type VideoNode } from './video'

export const graphOf = (account: Account): Graph => new Graph('facebook', errorTable, account)

/** Posts on a Page. The post type decides which edge publishes it; earlier steps are not visible. */
export async function publish(post: ResolvedPost, account: Account, run: Run): Promise<Published> {
  const graph = graphOf(account)
  const [only, ...others] = post.media
  if (!only || others.length > 0) return feedPost(post, graph, run)
  const isVideo = only.kind === 'video'
  if (post.postType === 'story') return isVideo ? videoStory(only, graph, run) : photoStory(only, graph, run)
  if (!isVideo) return photoPost(post, only, graph, run)
  return post.postType === 'reel' ? reel(post, only, graph, run) : videoPost(post, only, graph, run)
}

/** A text, a link, or several staged photos. */
async function feedPost(post: ResolvedPost, graph: Graph, run: Run): Promise<Published> {
  const photos = await stagePhotos(post.media, graph, run)
  const body: Json = {
    message: post.text,
    ...(photos.length === 0 && post.link ? { link: post.link } : {}),
    ...(photos.length > 0 ? { attached_media: photos.map((id) => ({ media_fbid: id })) } : {}),
  }
  const { id } = await sendStaged(photos, graph, run, (call) =>
    graph.postJson(`${graph.account.accountId}/feed`, body, GraphId, call, true),
  )
  return { externalId: id, url: await permalink(graph, id, run) }
}

const PhotoAnswer = z.object({ id: z.string(), post_id: z.string().optional() })

async function photoPost(post: ResolvedPost, { url, altText }: PostMedia, graph: Graph, run: Run): Promise<Published> {
  const body = { url, caption: post.text, published: true, ...(altText ? { alt_text_custom: altText } : {}) }
  const { id } = await run.sendOnce('publish', async (call) => {
    const path = `${graph.account.accountId}/photos`
    const response = await graph.postJson(path, body, PhotoAnswer, call, true)
    return { id: response.post_id ?? response.id }
  })
  return { externalId: id, url: await permalink(graph, id, run) }
}

const StoryAnswer = z.object({ post_id: z.string() })
const StoryUrls = z.object({ data: z.array(z.object({ post_id: z.string(), url: z.string().optional() })) })

/** Only the list of stories has their URLs. */
async function publishedStory(id: string, graph: Graph, run: Run): Promise<Published> {
  const built = absolute(`/stories/${id}`)
  try {
    const path = `${graph.account.accountId}/stories`
    const { data } = await graph.get(path, {}, StoryUrls, singleCall(run))
    return { externalId: id, url: data.find(({ post_id }) => post_id === id)?.url || built }
  } catch {
    return { externalId: id, url: built }
  }
}

async function photoStory(photo: PostMedia, graph: Graph, run: Run): Promise<Published> {
  const staged = await stagePhotos([photo], graph, run)
  const { id } = await sendStaged(staged, graph, run, async (call) => {
    const body = { photo_id: staged[0] ?? null }
    const response = await graph.postJson(`${graph.account.accountId}/photo_stories`, body, StoryAnswer, call, true)
    return { id: response.post_id }
  })
  return publishedStory(id, graph, run)
}

async function videoStory(video: PostMedia, graph: Graph, run: Run): Promise<Published> {
  const { video_id } = await uploadVideo('video_stories', video, graph, run)
  const { id } = await forgetIfRefused(run, () =>
    run.sendOnce('publish', async (call) => {
      const body = { upload_phase: 'finish', video_id }
      const response = await graph.postJson(`${graph.account.accountId}/video_stories`, body, StoryAnswer, call, true)
      return { id: response.post_id }
    }),
  )
  await awaitVideo(video_id, graph, run, isPublic)
  return publishedStory(id, graph, run)
}

/** The result of the send is the video. Its post gets an id after processing. */
async function videoPost(post: ResolvedPost, video: PostMedia, graph: Graph, run: Run): Promise<Published> {
  const body = { file_url: video.url, description: post.text, published: true }
  const { id } = await run.sendOnce('publish', (call) =>
    graph.postJson(`${graph.account.accountId}/videos`, body, GraphId, call, true),
  )
  return publishedVideo(id, await awaitVideo(id, graph, run, isPublic), graph)
}

const Success = z.object({ success: z.literal(true) })

async function reel(post: ResolvedPost, video: PostMedia, graph: Graph, run: Run): Promise<Published> {
  const { video_id } = await uploadVideo('video_reels', video, graph, run)
  const { id } = await forgetIfRefused(run, () =>
    run.sendOnce('publish', async (call) => {
      const body = { upload_phase: 'finish', video_id, video_state: 'PUBLISHED', description: post.text }
      await graph.postJson(`${graph.account.accountId}/video_reels`, body, Success, call, true)
      return { id: video_id }
    }),
  )
  return publishedVideo(id, await awaitVideo(id, graph, run, isPublic), graph, `/reel/${id}`)
}

/** Metrics belong to the post, so its id is used if Facebook returns it. */
function publishedVideo(id: string, node: VideoNode, { account }: Graph, path = `/${id}`): Published {
  return { externalId: postIdOf(node.post_id, account) ?? id, url: absolute(node.permalink_url ?? path) }
}

/** For videos Facebook returns only the path. */
const absolute = (url: string): string => (url.startsWith('/') ? `${channelSettings('facebook').webUrl}${url}` : url)

const Permalink = z.object({ permalink_url: z.string().min(1) })

async function permalink(graph: Graph, id: string, run: Run): Promise<string> {
  try {
    const fields = { fields: 'permalink_url' }
    return absolute((await graph.get(id, fields, Permalink, singleCall(run))).permalink_url)
  } catch {
    return absolute(`/${id}`)
  }
}
