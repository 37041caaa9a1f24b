import type { Account } from '@/lib/channels/channel'
import { connects } from '@/lib/channels/connects'
import { ChannelFault } from '@/lib/channels/fault'
import type { ChannelId } from '@/lib/channels/ids'
import type { Database } from '@/lib/db/pool'
import { deadlineIn } from '@/lib/deadline'
import { log } from '@/lib/logger'
import { markRevoked } from './notices'
import { refreshAndWait } from './refresh'

/** An open connection as the one whose call was refused held it. */
export type Refused = { id: string; project_id: string; channel: ChannelId; credentials: Buffer }

/**
 * What came of it. `lives`: the network knows the access and refused this call alone, or nobody could tell; that is no
 * reason to stop posts.
 */
export type AccessVerdict = 'renewed' | 'lives' | 'revoked'

const callMs = 10_000

/**
 * A network refused the access to somebody who only asked for something. It is renewed if there is anything to renew it
 * with; else it is tried by itself, because a post that is due must not pay for a refusal of its numbers. One that is
 * refused there as well is marked, whoever found it first.
 */
export async function afterRefusedAccess(
  db: Database,
  refused: Refused,
  account: Account,
  fault: ChannelFault,
): Promise<AccessVerdict> {
  const { id, channel, credentials } = refused
  const { state } = await refreshAndWait(db, id, { why: 'refused', credentials })
  if (state === 'refreshed' || state === 'fresh') return 'renewed'
  if (state === 'revoked' || state === 'gone') return 'revoked'
  if (state !== 'impossible' || !(await isRefusedItself(channel, account))) return 'lives'
  if (await markRevoked(db, refused, fault.message)) {
    log.warn('connection.revoked', { connection_id: id, channel, code: fault.code })
  }
  return 'revoked'
}

async function isRefusedItself(channel: ChannelId, account: Account): Promise<boolean> {
  try {
    await connects[channel].identify(account, { signal: deadlineIn(callMs) })
    return false
  } catch (error) {
    if (error instanceof ChannelFault) return error.isAuthDead
    throw error
  }
}
