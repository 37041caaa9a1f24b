import { FormData } from 'undici'
import { z } from 'zod'
import type { Json } from '@/lib/json'
import { systemClock } from '../../clock'
import type { Account, CallOptions, GhostOptions, PostMedia, Published, ResolvedPost, Run } from '../channel'
import { ChannelError } from '../channel-error'
import { type MediaWanted, openMedia } from '../media/open-media'
import { withKeepAlive } from '../poll'
import { networkFacts } from '../settings'
import { callGhost } from './client'
import { findCreatedPost } from './drafts'
import { ghostHtml, type UploadedImage, type UploadedVideo } from './html'
import { titleOf } from './rules'

const imagesWanted = (): MediaWanted => ({
  network: 'Ghost',
  maxBytes: networkFacts('ghost').image_max_bytes,
  types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
})
const videosWanted = (): MediaWanted => ({
  network: 'Ghost',
  maxBytes: networkFacts('ghost').video_max_bytes,
  types: ['video/mp4', 'video/webm', 'video/quicktime'],
})
/** A video is uploaded in one form. */
const uploadLimitMs = 15 * 60_000

/**
 * Creates a draft first instead of publishing in one call, because a draft has an id. The status can then be read by
 * id, and publishing twice is harmless.
 */
export async function publish(post: ResolvedPost, account: Account, run: Run): Promise<Published> {
  const uploaded = await uploadAll(post, account, run)
  if (optionsOf(post).status === 'draft') return leaveAsDraft(post, uploaded, account, run)
  const draft = await draftOnce(post, uploaded, account, run)
  const { id, url } = await makePublic(draft, account, run)
  return { externalId: id, url }
}

type Uploaded = { feature: UploadedImage | null; gallery: UploadedImage[]; videos: UploadedVideo[] }

/** The first image is the feature image, the others follow the text. Without images the video's cover is used. */
async function uploadAll(post: ResolvedPost, account: Account, run: Run): Promise<Uploaded> {
  const images: UploadedImage[] = []
  const videos: UploadedVideo[] = []
  const { coverImageUrl } = post
  const hasVideo = post.media.some(({ kind }) => kind === 'video')
  const cover =
    hasVideo && coverImageUrl
      ? await run.once('cover', (call) =>
          uploadImage({ url: coverImageUrl, kind: 'image', altText: null }, 'cover', account, call),
        )
      : null
  for (const [index, media] of post.media.entries()) {
    const { altText, kind } = media
    const number = index + 1
    if (kind === 'video') {
      const video = await run.once(`video-${number}`, () =>
        withKeepAlive(run, uploadLimitMs, (call) => uploadVideo(media, `video-${number}`, account, call)),
      )
      videos.push({ ...video, thumbnailUrl: cover?.url ?? null })
    } else {
      const name = `image-${number}`
      images.push({ ...(await run.once(name, (call) => uploadImage(media, name, account, call))), altText })
    }
  }
  const [first = cover ? { ...cover, altText: null } : null, ...gallery] = images
  return { feature: first, gallery, videos }
}

const Images = z.object({ images: z.array(z.object({ url: z.string().min(1) })).min(1) })
const Media = z.object({ media: z.array(z.object({ url: z.string().min(1) })).min(1) })

async function uploadImage(media: PostMedia, name: string, account: Account, call: CallOptions) {
  const { facts, blob } = await openMedia(media, imagesWanted(), call)
  const form = formWith(blob, name, facts.mime)
  form.set('purpose', 'image')
  const { images } = await callGhost(account, { method: 'POST', path: 'images/upload/', form }, Images, call)
  return { url: images[0]?.url ?? '', width: facts.width, height: facts.height }
}

async function uploadVideo(video: PostMedia, name: string, account: Account, call: CallOptions) {
  const { facts, blob } = await openMedia(video, videosWanted(), call)
  const form = formWith(blob, name, facts.mime)
  const request = { method: 'POST' as const, path: 'media/upload/', form, deadlineMs: uploadLimitMs }
  const { media } = await callGhost(account, request, Media, call)
  const { width, height, durationSeconds } = facts
  return { url: media[0]?.url ?? '', width, height, durationSeconds }
}

const fileExtensions: Record<string, string> = { 'video/quicktime': 'mov' }

/** Ghost checks the file extension, so it is set from the content type. */
function formWith(blob: Blob, name: string, mime: string): FormData {
  const form = new FormData()
  form.set('file', blob, `${name}.${fileExtensions[mime] ?? mime.replace(/^\w+\//, '')}`)
  return form
}

const GhostPost = z.object({
  id: z.string().min(1),
  url: z.string().default(''),
  status: z.string(),
  updated_at: z.string(),
})
const GhostPosts = z.object({ posts: z.array(GhostPost).length(1) })

type Draft = { id: string; updatedAt: string }

const published: GhostOptions = { status: 'published', canonicalUrl: null, excerpt: null, visibility: 'public' }
export const optionsOf = ({ ghost }: ResolvedPost): GhostOptions => ghost ?? published

async function createDraft(
  post: ResolvedPost,
  uploaded: Uploaded,
  account: Account,
  call: CallOptions,
): Promise<Draft & { url: string }> {
  const request = {
    method: 'POST' as const,
    path: 'posts/',
    query: { source: 'html' },
    json: { posts: [draftOf(post, uploaded)] },
    makesPublic: optionsOf(post).status === 'draft',
  }
  const [created] = (await callGhost(account, request, GhostPosts, call)).posts
  return { id: created?.id ?? '', updatedAt: created?.updated_at ?? '', url: created?.url ?? '' }
}

/**
 * An interrupted request may have created a draft with unknown id. Retries look for it before they create another.
 * The start of the first try is committed before its request.
 */
async function draftOnce(post: ResolvedPost, uploaded: Uploaded, account: Account, run: Run): Promise<Draft> {
  let isFirstTry = false
  const { since } = await run.once('draft-begun', async () => {
    isFirstTry = true
    return { since: systemClock().toISOString() }
  })
  return run.once('draft', async (call) => {
    if (!isFirstTry) {
      const knownIds = (await call.knownIds?.()) ?? []
      const orphan = await findCreatedPost(post, account, { since: new Date(since), knownIds, isDraftOnly: true }, call)
      if (orphan) return orphan
    }
    return createDraft(post, uploaded, account, call)
  })
}

function draftOf(post: ResolvedPost, { feature, gallery, videos }: Uploaded): Record<string, Json> {
  const { canonicalUrl, excerpt, visibility } = optionsOf(post)
  return {
    title: titleOf(post),
    html: ghostHtml(post, gallery, videos),
    status: 'draft',
    // A leading # would make the tag internal and hide it from readers.
    ...(post.hashtags.length > 0 ? { tags: post.hashtags.map((tag) => tag.replace(/^#/, '')) } : {}),
    ...(feature ? { feature_image: feature.url } : {}),
    ...(feature?.altText ? { feature_image_alt: feature.altText } : {}),
    ...(canonicalUrl ? { canonical_url: canonicalUrl } : {}),
    ...(excerpt ? { custom_excerpt: excerpt } : {}),
    ...(visibility === 'public' ? {} : { visibility }),
  }
}

/** The post stays a draft, so creating it is the step that must not run twice. */
async function leaveAsDraft(post: ResolvedPost, uploaded: Uploaded, account: Account, run: Run): Promise<Published> {
  const { id, url } = await run.sendOnce('publish', async (call) => {
    const draft = await createDraft(post, uploaded, account, call)
    return { id: draft.id, url: draft.url }
  })
  return { externalId: id, url }
}

async function makePublic(draft: Draft, account: Account, run: Run): Promise<{ id: string; url: string }> {
  try {
    return await run.sendOnce('publish', (call) => setPublished(draft, account, call))
  } catch (error) {
    const isGone = error instanceof ChannelError && error.outcome === 'refused' && error.providerStatus === 404
    if (!isGone) throw error
    await run.forget(['draft'])
    throw draftGone(error)
  }
}

function draftGone(cause: ChannelError): ChannelError {
  return new ChannelError({
    outcome: 'refused',
    category: 'other',
    isRetryable: true,
    code: 'draft_gone',
    message: 'The draft at the Ghost site was deleted before it was published. It will be created again automatically.',
    providerStatus: cause.providerStatus,
    answer: cause.answer,
  })
}

async function setPublished(draft: Draft, account: Account, call: CallOptions): Promise<{ id: string; url: string }> {
  try {
    return await put(draft, account, call)
  } catch (error) {
    if (!(error instanceof ChannelError) || error.providerStatus !== 409) throw error
    // Ghost compares `updated_at`, and the draft was changed since.
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

/** `sent`: published by email only. */
export const isPublic = (status: string): boolean => status === 'published' || status === 'sent'
