import type { Account, CallOptions, Doubt, FindResult, ResolvedPost } from '../channel'
import { ChannelFault } from '../fault'
import { stepId } from '../steps'
import { isPublic, readPost } from './publish'

/** The draft has an id, so the site is asked about that very post and nothing has to be guessed from its text. */
export async function find(
  _post: ResolvedPost,
  account: Account,
  doubt: Doubt,
  call: CallOptions,
): Promise<FindResult> {
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
