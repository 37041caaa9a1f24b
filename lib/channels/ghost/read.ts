import type { Account, CallOptions, Doubt, FindResult, ResolvedPost } from '../channel'
import { ChannelError } from '../channel-error'
import { stepId } from '../steps'
import { findCreatedPost } from './drafts'
import { isPublic, optionsOf, readPost } from './publish'

/**
 * Reads the draft by its id. Posts that stay drafts have no id before creation, so they are found by title and time.
 */
export async function find(post: ResolvedPost, account: Account, doubt: Doubt, call: CallOptions): Promise<FindResult> {
  if (optionsOf(post).status === 'draft') return findDraft(post, account, doubt, call)
  const id = stepId(doubt, 'draft')
  if (id === null) return { state: 'absent' }
  try {
    const { status, url } = await readPost(id, account, call)
    return isPublic(status) ? { state: 'found', result: { id, url } } : { state: 'absent' }
  } catch (error) {
    // Deleted before or after publishing: the site does not have it now.
    if (error instanceof ChannelError && error.providerStatus === 404 && error.outcome === 'refused')
      return { state: 'absent' }
    throw error
  }
}

async function findDraft(post: ResolvedPost, account: Account, doubt: Doubt, call: CallOptions): Promise<FindResult> {
  const wanted = { since: doubt.sentAt, knownIds: doubt.knownIds ?? [], isDraftOnly: false }
  const found = await findCreatedPost(post, account, wanted, call)
  return found ? { state: 'found', result: { id: found.id, url: found.url } } : { state: 'absent' }
}
