import type { ErrorCategory } from '@/lib/channels/channel-error'
import { channels } from '@/lib/channels/registry'
import { sandboxMark } from '@/lib/connections/account-to-connect'
import { linkIssues } from '@/lib/tracking/token-issues'
import type { PublishContext } from '../claim/publish-context'

/** Why a row fails before its first call. */
export type Rejection = { reason: string; category: ErrorCategory; code: string }

/** Why a row cannot be attempted at all; null when it can. Announced as `story.skipped`. */
export function checkConnection({ claim, connection, post, isSample }: PublishContext): Rejection | null {
  const { channel } = claim
  if (!connection?.credentials) {
    return { reason: `missing_connection:${channel}`, category: 'connection', code: 'missing_connection' }
  }
  if (connection.status === 'revoked') {
    return { reason: `oauth_revoked:${channel}`, category: 'connection', code: 'oauth_revoked' }
  }
  if (isSample && !(sandboxMark in ((connection.metadata as object | null) ?? {}))) {
    const reason =
      'This post is sample data, which is not published to real accounts. Duplicate it and schedule the copy.'
    return { reason, category: 'content', code: 'sample_post' }
  }
  if (channel === 'pinterest' && !post.boardId) {
    const reason = 'No Pinterest board is set. Choose a default board for the connection, or a board for this story.'
    return { reason, category: 'content', code: 'no_board' }
  }
  return null
}

/** The network's rules for the post, checked once its media files are known. */
export function checkContent({ claim, post }: PublishContext): Rejection | null {
  const { name, validate } = channels[claim.channel]
  const issue = [...validate(post), ...linkIssues(post)][0]
  return issue
    ? { reason: `${name} does not accept this post: ${issue.message}`, category: 'content', code: issue.code }
    : null
}
