import type { FaultCategory } from '@/lib/channels/fault'
import { channels } from '@/lib/channels/registry'
import { linkIssues } from '@/lib/tracking/token-issues'
import type { Work } from './work'

export type Refusal = { reason: string; category: FaultCategory; code: string }

/** Why a row cannot be attempted at all; null when it can. Announced as `story.skipped`. */
export function refusalBeforeAttempt({ claim, connection, post }: Work): Refusal | null {
  const { channel } = claim
  if (!connection?.credentials) {
    return { reason: `missing_connection:${channel}`, category: 'connection', code: 'missing_connection' }
  }
  if (connection.status === 'revoked') {
    return { reason: `oauth_revoked:${channel}`, category: 'connection', code: 'oauth_revoked' }
  }
  if (channel === 'pinterest' && !post.boardId) {
    const reason = 'No Pinterest board is set. Choose a default board for the connection, or a board for this story.'
    return { reason, category: 'content', code: 'no_board' }
  }
  return null
}

/** What the network has against the post itself, once its files are known for what they are. */
export function refusalOfContent({ claim, post }: Work): Refusal | null {
  const { name, validate } = channels[claim.channel]
  const issue = [...validate(post), ...linkIssues(post)][0]
  return issue
    ? { reason: `${name} cannot take this post: ${issue.message}`, category: 'content', code: issue.code }
    : null
}
