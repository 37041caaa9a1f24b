import { FormData } from 'undici'
import { z } from 'zod'
import type { Account, CallOptions, Json, PostMedia, Published, ResolvedPost, Run } from '../channel'
import { ChannelFault } from '../fault'
import { loadMedia } from '../media'
import { callGhost } from './client'
import { ghostHtml, type UploadedImage } from './html'
import { titleOf } from './rules'

const maxImageBytes = 50_000_000
const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

/**
 * Ghost could publish in one call. It is asked for a draft first, because a draft has an id: whether the post is out
 * can then be read off that id, and publishing it a second time changes nothing.
 */
export async function publish(post: ResolvedPost, account: Account, run: Run): Promise<Published> {
  const images: UploadedImage[] = []
  for (const [index, media] of post.media.entries())
    images.push({
      ...(await run.once(`image-${index + 1}`, (call) => upload(media, index, account, call))),
      altText: media.altText,
    })
  const draft = await run.once('draft', (call) => makeDraft(post, images, account, call))
  const { id, url } = await makePublic(draft, account, run)
  return { externalId: id, url }
}

const Images = z.object({ images: z.array(z.object({ url: z.string().min(1) })).min(1) })

async function upload(media: PostMedia, index: number, account: Account, call: CallOptions) {
  const wanted = { network: 'Ghost', maxBytes: maxImageBytes, types: imageTypes }
  const { bytes, mimeType, width, height } = await loadMedia(media, wanted, call)
  const form = new FormData()
  const name = `image-${index + 1}.${mimeType.slice('image/'.length)}`
  form.set('file', new Blob([new Uint8Array(bytes)], { type: mimeType }), name)
  form.set('purpose', 'image')
  const { images } = await callGhost(account, { method: 'POST', path: 'images/upload/', form }, Images, call)
  return { url: images[0]?.url ?? '', width, height }
}

const GhostPost = z.object({
  id: z.string().min(1),
  url: z.string().default(''),
  status: z.string(),
  updated_at: z.string(),
})
const GhostPosts = z.object({ posts: z.array(GhostPost).length(1) })

type Draft = { id: string; updatedAt: string }

async function makeDraft(
  post: ResolvedPost,
  images: UploadedImage[],
  account: Account,
  call: CallOptions,
): Promise<Draft> {
  const [feature, ...gallery] = images
  const draft: Record<string, Json> = {
    title: titleOf(post),
    html: ghostHtml(post, gallery),
    status: 'draft',
    // A leading # would make the tag an internal one, which readers never see.
    ...(post.hashtags.length > 0 ? { tags: post.hashtags.map((tag) => tag.replace(/^#/, '')) } : {}),
    ...(feature ? { feature_image: feature.url } : {}),
    ...(feature?.altText ? { feature_image_alt: feature.altText } : {}),
  }
  const request = { method: 'POST' as const, path: 'posts/', query: { source: 'html' }, json: { posts: [draft] } }
  const [made] = (await callGhost(account, request, GhostPosts, call)).posts
  return { id: made?.id ?? '', updatedAt: made?.updated_at ?? '' }
}

async function makePublic(draft: Draft, account: Account, run: Run): Promise<{ id: string; url: string }> {
  try {
    return await run.sendOnce('publish', (call) => setPublished(draft, account, call))
  } catch (error) {
    const isGone = error instanceof ChannelFault && error.outcome === 'refused' && error.providerStatus === 404
    if (!isGone) throw error
    await run.forget(['draft'])
    throw draftGone(error)
  }
}

function draftGone(cause: ChannelFault): ChannelFault {
  return new ChannelFault({
    outcome: 'refused',
    category: 'other',
    isRetryable: true,
    code: 'draft_gone',
    message: 'The draft at the Ghost site was deleted before it was published. It is made anew by itself.',
    providerStatus: cause.providerStatus,
    answer: cause.answer,
  })
}

async function setPublished(draft: Draft, account: Account, call: CallOptions): Promise<{ id: string; url: string }> {
  try {
    return await put(draft, account, call)
  } catch (error) {
    if (!(error instanceof ChannelFault) || error.providerStatus !== 409) throw error
    // Ghost compares the time of the last change, and somebody has changed the draft since.
    const current = await readPost(draft.id, account, call)
    if (isPublic(current.status)) return { id: current.id, url: current.url }
    return put({ id: draft.id, updatedAt: current.updatedAt }, account, call)
  }
}

async function put(
  { id, updatedAt }: Draft,
  account: Account,
  call: CallOptions,
): Promise<{ id: string; url: string }> {
  const json = { posts: [{ updated_at: updatedAt, status: 'published' }] }
  const request = { method: 'PUT' as const, path: `posts/${id}/`, json, makesPublic: true }
  const [post] = (await callGhost(account, request, GhostPosts, call)).posts
  return { id, url: post?.url ?? '' }
}

export async function readPost(id: string, account: Account, call: CallOptions) {
  const [post] = (await callGhost(account, { method: 'GET', path: `posts/${id}/` }, GhostPosts, call)).posts
  return { id, url: post?.url ?? '', status: post?.status ?? '', updatedAt: post?.updated_at ?? '' }
}

/** `sent` is a post that went out by mail alone. */
export const isPublic = (status: string): boolean => status === 'published' || status === 'sent'
