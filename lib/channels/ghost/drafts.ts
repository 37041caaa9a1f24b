import { z } from 'zod'
import type { Account, CallOptions, ResolvedPost } from '../channel'
import { clockSkewMs, sameText } from '../match'
import { callGhost } from './client'
import { plainText } from './html'
import { titleOf } from './rules'

const Listed = z.object({
  id: z.string().min(1),
  url: z.string().default(''),
  title: z.string().nullish(),
  html: z.string().nullish(),
  updated_at: z.string().default(''),
})
const ListedPosts = z.object({ posts: z.array(Listed) })

/** More posts than anyone writes in the searched minutes. */
const postsMax = '100'

export type FoundDraft = { id: string; url: string; updatedAt: string }

type Wanted = {
  /** Start of the first request that may have created it. */
  since: Date
  /** Ids of other rows' posts, which may have the same text. */
  knownIds: readonly string[]
  /** False also finds a draft that was published since. */
  isDraftOnly: boolean
}

/** Finds the post of an interrupted request by title, text and time, because its id is unknown. */
export async function findCreatedPost(
  post: ResolvedPost,
  account: Account,
  { since, knownIds, isDraftOnly }: Wanted,
  call: CallOptions,
): Promise<FoundDraft | null> {
  const from = ghostTime(new Date(since.getTime() - clockSkewMs))
  const query = {
    filter: `${isDraftOnly ? 'status:draft+' : ''}created_at:>='${from}'`,
    order: 'created_at asc',
    limit: postsMax,
    formats: 'html',
  }
  const { posts } = await callGhost(account, { method: 'GET', path: 'posts/', query }, ListedPosts, call)
  const wanted = { title: sameText(titleOf(post)), letters: lettersOf(post.caption) }
  const found = posts.find(
    ({ id, title, html }) =>
      !knownIds.includes(id) &&
      sameText(title ?? '') === wanted.title &&
      lettersOf(plainText(html ?? '')).includes(wanted.letters),
  )
  return found ? { id: found.id, url: found.url, updatedAt: found.updated_at } : null
}

/** `YYYY-MM-DD HH:mm:ss` in UTC, as Ghost stores times. SQLite compares them as text, so the format must match. */
const ghostTime = (time: Date): string => time.toISOString().slice(0, 19).replace('T', ' ')

/** Ghost rewrites the HTML; letters and digits of the text stay the same. */
const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '')
