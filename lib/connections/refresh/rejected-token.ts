import type { ChannelId } from '@/lib/channel-ids'
import type { Account } from '@/lib/channels/channel'
import { ChannelError } from '@/lib/channels/channel-error'
import { connects } from '@/lib/channels/connects'
import type { Database } from '@/lib/db/pool'
import { deadlineIn } from '@/lib/deadline'
import { log } from '@/lib/logger'
import { markRevoked } from './notices'
import { refreshAndWait } from './refresh'

/** The open connection at the time of the rejected call. */
export type RejectedConnection = { id: string; project_id: string; channel: ChannelId; credentials: Buffer }

/** `unchanged`: the token works, or its state is unknown, which is no reason to stop posts. */
export type RejectedTokenResult = 'renewed' | 'unchanged' | 'revoked'

const callMs = 10_000

/**
 * Handles a rejected token outside publishing. Refreshes it if possible; otherwise checks the token itself, because a
 * rejected metrics call must not stop posts. Marks the connection if the token is rejected there too.
 */
export async function handleRejectedToken(
  db: Database,
  rejected: RejectedConnection,
  account: Account,
  error: ChannelError,
): Promise<RejectedTokenResult> {
  const { id, channel, credentials } = rejected
  const { state } = await refreshAndWait(db, id, { why: 'refused', credentials })
  if (state === 'refreshed' || state === 'fresh') return 'renewed'
  if (state === 'revoked' || state === 'gone') return 'revoked'
  if (state !== 'impossible' || !(await isTokenRejected(channel, account))) return 'unchanged'
  if (await markRevoked(db, rejected, error.message)) {
    log.warn('connection.revoked', { connection_id: id, channel, code: error.code })
  }
  return 'revoked'
}

async function isTokenRejected(channel: ChannelId, account: Account): Promise<boolean> {
  try {
    await connects[channel].identify(account, { signal: deadlineIn(callMs) })
    return false
  } catch (error) {
    if (error instanceof ChannelError) return error.isAuthDead
    throw error
  }
}
