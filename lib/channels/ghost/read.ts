import type { Account, CallOptions, Doubt, FindResult, ResolvedPost } from '../channel'
import { ChannelFault } from '../fault'
import { stepId } from '../steps'
import { findMadePost } from './drafts'
import { isPublic, optionsOf, readPost } from './publish'

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

async function findDraft(post: ResolvedPost, account: Account, doubt: Doubt, call: CallOptions): Promise<FindResult> {
  const wanted = { since: doubt.sentAt, knownIds: doubt.knownIds ?? [], isDraftOnly: false }
  const found = await findMadePost(post, account, wanted, call)
  return found ? { state: 'found', result: { id: found.id, url: found.url } } : { state: 'absent' }
}
