import { z } from 'zod'
import type { Account, CallOptions, Doubt, FindResult, ResolvedPost } from '../channel'
import { ChannelFault } from '../fault'
import { earliestPossible, sameText } from '../match'
import { stepId } from '../steps'
import { callGhost } from './client'
import { plainText } from './html'
import { isPublic, optionsOf, readPost } from './publish'
import { titleOf } from './rules'

/**
 * The draft has an id, so the site is asked about that very post and nothing has to be guessed from its text. A post
 * that is to stay a draft has none before it is made; of that the site is asked by title and time.
 */
export async function find(post: ResolvedPost, account: Account, doubt: Doubt, call: CallOptions): Promise<FindResult> {
  if (optionsOf(post).status === 'draft') return findDraft(post, account, doubt, call)
  const id = stepId(doubt, 'draft')
  if (id === null) return { state: 'absent' }
  try {
    const { status, url } = await readPost(id, account, call)
    return isPublic(status) ? { state: 'found', result: { id, url } } : { state: 'absent' }
  } catch (error) {
    // Deleted before or after it was published: either way the site does not hold it now.
    if (error instanceof ChannelFault && error.providerStatus === 404 && error.outcome === 'refused')
      return { state: 'absent' }
    throw error
  }
}

const Listed = z.object({
  id: z.string().min(1),
  url: z.string().default(''),
  title: z.string().nullish(),
  html: z.string().nullish(),
})
const ListedPosts = z.object({ posts: z.array(Listed) })
/** More than anybody writes by hand in the minutes that are looked through. */
const draftsMax = '100'

async function findDraft(post: ResolvedPost, account: Account, doubt: Doubt, call: CallOptions): Promise<FindResult> {
  const since = earliestPossible(doubt).toISOString()
  const query = {
    filter: `created_at:>='${since}'`,
    order: 'created_at asc',
    limit: draftsMax,
    formats: 'html',
  }
  const { posts } = await callGhost(account, { method: 'GET', path: 'posts/', query }, ListedPosts, call)
  const wanted = { title: sameText(titleOf(post)), letters: lettersOf(post.caption) }
  const known = new Set(doubt.knownIds)
  const found = posts.find(
    ({ id, title, html }) =>
      !known.has(id) &&
      sameText(title ?? '') === wanted.title &&
      lettersOf(plainText(html ?? '')).includes(wanted.letters),
  )
  return found ? { state: 'found', result: { id: found.id, url: found.url } } : { state: 'absent' }
}

/** Ghost writes HTML anew in its own form; the letters of the text are what it never changes. */
const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '')
