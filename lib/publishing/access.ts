import { ChannelFault } from '@/lib/channels/fault'
import { channels } from '@/lib/channels/registry'
import { systemClock } from '@/lib/clock'
import { onDemand, refreshConnection } from '@/lib/connections/refresh'
import type { Database } from '@/lib/db/pool'
import { markRevoked } from './settle'
import type { Work } from './work'

/** Somebody else is renewing it, which takes about as long as a call does. */
const busySeconds = 2
/** A refused call was not carried out, so it is made again as soon as the access is a new one. */
const resendSeconds = 1

export type Access =
  | { state: 'ready' }
  /** What is known of the connection is not true any more. */
  | { state: 'changed' }
  | { state: 'busy'; seconds: number }
  /** It is over, and could not be renewed yet. */
  | { state: 'over'; fault: ChannelFault }

/** Renews access that is over, or nearly, before anything is asked of the network with it. */
export async function readyAccess(db: Database, { claim, connection }: Work): Promise<Access> {
  if (!connection?.credentials || connection.status !== 'active' || connection.expires_at === null) {
    return { state: 'ready' }
  }
  const leftMs = connection.expires_at.getTime() - systemClock().getTime()
  if (leftMs > onDemand.withinSeconds * 1_000) return { state: 'ready' }
  const result = await refreshConnection(db, connection.id, onDemand)
  switch (result.state) {
    case 'busy':
      return { state: 'busy', seconds: busySeconds }
    case 'later':
      return leftMs > 0 ? { state: 'ready' } : { state: 'over', fault: notRenewed(claim.channel, result) }
    case 'impossible':
      // When access ends is what somebody wrote down; whether it is over is for the network to say.
      return { state: 'ready' }
    default:
      return { state: 'changed' }
  }
}

function notRenewed(channel: Work['claim']['channel'], { seconds, message }: { seconds: number; message: string }) {
  const { name } = channels[channel]
  return new ChannelFault({
    outcome: 'not_sent',
    category: 'connection',
    isRetryable: true,
    code: 'access_not_renewed',
    message: `The access to this ${name} account is over and could not be renewed yet. ${message}`.trim(),
    retryAt: new Date(systemClock().getTime() + seconds * 1_000),
  })
}

/**
 * The network refused the access in the middle of the work. It is renewed once, if there is anything to renew it with;
 * otherwise the connection is marked, and its other rows are refused without a call.
 *
 * @returns seconds until the row is worth another try, or null
 */
export async function regainAccess(db: Database, work: Work, fault: ChannelFault): Promise<number | null> {
  const { connection } = work
  if (!connection?.credentials) return null
  const result = await refreshConnection(db, connection.id, { why: 'refused', credentials: connection.credentials })
  switch (result.state) {
    case 'refreshed':
    case 'fresh':
      return resendSeconds
    case 'busy':
      return busySeconds
    case 'later':
      return result.seconds
    default:
      await markRevoked(db, work, fault.message)
      return null
  }
}

/** The fault as the row has to take it: one that passes, when the access was renewed. */
export async function afterAccess(db: Database, work: Work, fault: ChannelFault): Promise<ChannelFault> {
  if (!fault.isAuthDead) return fault
  const seconds = await regainAccess(db, work, fault)
  if (seconds === null) return fault
  const { name } = channels[work.claim.channel]
  return new ChannelFault({
    outcome: fault.outcome,
    category: fault.category,
    isRetryable: true,
    code: fault.code,
    message: `${name} no longer took the access to this account, which is renewed. The post is sent again by itself.`,
    providerStatus: fault.providerStatus,
    answer: fault.answer,
    retryAt: new Date(systemClock().getTime() + seconds * 1_000),
    cause: fault,
  })
}
