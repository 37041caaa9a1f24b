import { z } from 'zod'
import type { Account, CallOptions, Json, Published, ResolvedPost, Run } from '../channel'
import { ChannelFault } from '../fault'
import { doubtSentence } from '../fault-table'
import { channelSettings } from '../settings'
import { authorUrn, callLinkedIn } from './client'
import { toLittleText } from './little-text'
import { uploadAll, uploadSteps } from './upload'

export async function publish(post: ResolvedPost, account: Account, run: Run): Promise<Published> {
  const urns = await uploadAll(post.media, account, run)
  const body = postBody(post, urns, account)
  const { id } = await send(body, post, account, run)
  return { externalId: id, url: `${channelSettings('linkedin').webUrl}/feed/update/${id}/` }
}

async function send(body: Json, post: ResolvedPost, account: Account, run: Run): Promise<{ id: string }> {
  try {
    return await run.sendOnce('publish', (call) => create(body, account, call))
  } catch (error) {
    const mustUploadAgain =
      error instanceof ChannelFault &&
      error.outcome === 'refused' &&
      error.category === 'render' &&
      error.code !== 'MEDIA_ASSET_WAITING_UPLOAD'
    if (mustUploadAgain) await run.forget(uploadSteps(post.media))
    throw error
  }
}

/** The answer's body is empty; what was made stands in a header. */
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
 * LinkedIn refuses a repetition and names the post that it repeats. Only when an earlier send of this very step is in
 * doubt is that post ours; otherwise another row of the account has the same text, and taking its post would lose one.
 */
function provenByDuplicate(error: unknown, call: CallOptions): string | null {
  if (!(error instanceof ChannelFault) || !error.isDuplicate || !call.earlier) return null
  const urn = error.duplicateOf
  return urn !== null && !call.earlier.knownIds.includes(urn) ? urn : null
}

function withoutId(status: number): ChannelFault {
  return new ChannelFault({
    outcome: 'unknown',
    category: 'other',
    isRetryable: true,
    code: 'unreadable_answer',
    message: `LinkedIn took the post and did not say under which name. ${doubtSentence}`,
    providerStatus: status,
  })
}

function postBody(post: ResolvedPost, urns: string[], account: Account): Json {
  const content = contentOf(post, urns)
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

function contentOf(post: ResolvedPost, urns: string[]): Json | null {
  const items = urns.map((id, index): Record<string, string> => {
    const altText = post.media[index]?.altText
    return altText ? { id, altText } : { id }
  })
  const [only] = items
  if (items.length > 1) return { multiImage: { images: items } }
  if (only) return { media: post.media[0]?.kind === 'video' && post.title ? { ...only, title: post.title } : only }
  // LinkedIn does not look at the page, so it shows no title but the one that it is given.
  return post.link ? { article: { source: post.link, title: articleTitle(post) } } : null
}

const maxArticleTitle = 200

function articleTitle(post: ResolvedPost): string {
  const firstLine = post.caption.split('\n').find((line) => line.trim() !== '')
  const title = (post.title ?? firstLine ?? post.link ?? '').trim()
  return [...title].slice(0, maxArticleTitle).join('')
}
