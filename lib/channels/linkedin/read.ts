import { z } from 'zod'
import type { Account, CallOptions, Doubt, FindResult, ResolvedPost } from '../channel'
import { ChannelError } from '../channel-error'
import { findInList, type Listed, type ListPage, sameText } from '../match'
import { authorUrn, callLinkedIn } from './client'
import { fromLittleText } from './little-text'

const pageSize = 50

/** Reading needs a permission that few connections have. Without it the result is unknown. */
export async function find(post: ResolvedPost, account: Account, doubt: Doubt, call: CallOptions): Promise<FindResult> {
  const named = doubt.duplicateOf ?? null
  if (named !== null && !doubt.knownIds?.includes(named)) return { state: 'found', result: { id: named } }
  try {
    const first = await readPage(account, 0, call)
    return await findInList(first, { text: sameText(post.text), mediaCount: post.media.length }, doubt)
  } catch (error) {
    if (error instanceof ChannelError && error.providerStatus === 403)
      return { state: 'cannot_ask', reason: 'The connection can post on LinkedIn but cannot read posts.' }
    throw error
  }
}

const Media = z.object({ id: z.string() })
const Post = z.object({
  id: z.string(),
  commentary: z.string().default(''),
  createdAt: z.number().optional(),
  publishedAt: z.number().optional(),
  content: z
    .object({ media: Media.optional(), multiImage: z.object({ images: z.array(z.unknown()) }).optional() })
    .optional(),
})
const Posts = z.object({ elements: z.array(Post) })

async function readPage(account: Account, start: number, call: CallOptions): Promise<ListPage> {
  const author = encodeURIComponent(authorUrn(account))
  const path = `posts?author=${author}&q=author&count=${pageSize}&start=${start}&sortBy=CREATED`
  const headers = { 'x-restli-method': 'FINDER' }
  const { data } = await callLinkedIn(account, { method: 'GET', path, headers }, Posts, call)
  const isLast = data.elements.length < pageSize
  return { posts: data.elements.map(toListed), next: isLast ? null : () => readPage(account, start + pageSize, call) }
}

function toListed(post: z.output<typeof Post>): Listed {
  const { content } = post
  return {
    id: post.id,
    text: sameText(fromLittleText(post.commentary)),
    createdAt: new Date(post.createdAt ?? post.publishedAt ?? 0),
    mediaCount: content?.multiImage?.images.length ?? (content?.media ? 1 : 0),
    result: { id: post.id },
  }
}
