import { z } from 'zod'
import type { Json } from '@/lib/json'
import type { Account, CallOptions, Published, ResolvedPost, Run } from '../channel'
import { ChannelError } from '../channel-error'
import { doubtSentence } from '../error-table'
import { channelSettings } from '../settings'
import { isArticle, linkCardText, linkedInTitle } from './article'
import { authorUrn, callLinkedIn } from './client'
import { toLittleText } from './little-text'
import { type Uploaded, uploadAll, uploadImage } from './upload'

export async function publish(post: ResolvedPost, account: Account, run: Run): Promise<Published> {
  const uploaded = await uploadAll(post.media, account, run)
  const thumbnail = await uploadThumbnail(post, uploaded, account, run)
  const body = postBody(post, { urns: uploaded.urns, thumbnail }, account)
  const { id } = await send(body, uploaded, account, run)
  return { externalId: id, url: `${channelSettings('linkedin').webUrl}/feed/update/${id}/` }
}

/** Image of the card. LinkedIn does not read the page, so it only shows an uploaded image. */
async function uploadThumbnail(
  post: ResolvedPost,
  uploaded: Uploaded,
  account: Account,
  run: Run,
): Promise<string | null> {
  if (!isArticle(post) || post.coverImageUrl === null) return null
  uploaded.steps.push('thumbnail')
  const image = { url: post.coverImageUrl, kind: 'image' as const, altText: null }
  return (await run.once('thumbnail', (call) => uploadImage(image, account, call))).id
}

async function send(body: Json, uploaded: Uploaded, account: Account, run: Run): Promise<{ id: string }> {
  try {
    return await run.sendOnce('publish', (call) => create(body, account, call))
  } catch (error) {
    const mustUploadAgain =
      error instanceof ChannelError &&
      error.outcome === 'refused' &&
      error.category === 'render' &&
      error.code !== 'MEDIA_ASSET_WAITING_UPLOAD'
    if (mustUploadAgain) await run.forget(uploaded.steps)
    throw error
  }
}

/** The response body is empty; the id is in a header. */
async function create(json: Json, account: Account, call: CallOptions): Promise<{ id: string }> {
  try {
    const request = { method: 'POST' as const, path: 'posts', json, makesPublic: true }
    const { headers, status } = await callLinkedIn(account, request, z.unknown(), call)
    const id = headers['x-restli-id'] ?? headers['x-linkedin-id']
    if (id?.startsWith('urn:li:')) return { id }
    throw withoutId(status)
  } catch (error) {
    const adopted = provenByDuplicate(error, call)
    if (adopted !== null) return { id: adopted }
    throw error
  }
}

/**
 * LinkedIn refuses a duplicate and returns the original's id. It is ours only if an earlier send of this step is in
 * doubt. Otherwise another row has the same text, and adopting its post would lose one.
 */
function provenByDuplicate(error: unknown, call: CallOptions): string | null {
  if (!(error instanceof ChannelError) || !error.isDuplicate || !call.earlier) return null
  const urn = error.duplicateOf
  return urn !== null && !call.earlier.knownIds.includes(urn) ? urn : null
}

function withoutId(status: number): ChannelError {
  return new ChannelError({
    outcome: 'unknown',
    category: 'other',
    isRetryable: true,
    code: 'unreadable_answer',
    message: `LinkedIn accepted the post without an id. ${doubtSentence}`,
    providerStatus: status,
  })
}

type Attached = { urns: string[]; thumbnail: string | null }

function postBody(post: ResolvedPost, attached: Attached, account: Account): Json {
  const content = contentOf(post, attached)
  return {
    author: authorUrn(account),
    commentary: toLittleText(post.text),
    visibility: 'PUBLIC',
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
    ...(content ? { content } : {}),
  }
}

function contentOf(post: ResolvedPost, { urns, thumbnail }: Attached): Json | null {
  const items = urns.map((id, index): Record<string, string> => {
    const altText = post.media[index]?.altText
    return altText ? { id, altText } : { id }
  })
  const [only] = items
  if (items.length > 1) return { multiImage: { images: items } }
  const title = linkedInTitle(post)
  if (only) return { media: title ? { ...only, title } : only }
  return post.link ? { article: articleOf(post, post.link, thumbnail) } : null
}

function articleOf(post: ResolvedPost, source: string, thumbnail: string | null): Record<string, string> {
  const { title, description } = linkCardText(post)
  return { source, title, ...(description ? { description } : {}), ...(thumbnail ? { thumbnail } : {}) }
}
