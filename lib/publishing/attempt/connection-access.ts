import type { ChannelId } from '@/lib/channel-ids'
import { ChannelError } from '@/lib/channels/channel-error'
import { channels } from '@/lib/channels/registry'
import { systemClock } from '@/lib/clock'
import { markRevoked } from '@/lib/connections/refresh/notices'
import { onDemand, refreshConnection } from '@/lib/connections/refresh/refresh'
import type { Database } from '@/lib/db/pool'
import type { PublishContext } from '../claim/publish-context'

/** Another process is refreshing the token, which takes about as long as a call. */
const busySeconds = 2
/** A rejected call had no effect, so it is repeated as soon as the token is refreshed. */
const resendSeconds = 1

export type Access =
  | { state: 'ready' }
  /** The connection was changed: load it again. */
  | { state: 'changed' }
  | { state: 'busy'; seconds: number }
  /** The token expired and could not be refreshed yet. */
  | { state: 'expired'; error: ChannelError }

/** A connection that is about to be used. */
export type AccessContext = { claim: { channel: ChannelId }; connection: PublishContext['connection'] }

/** Refreshes a token that expired or is about to, before the network is called with it. */
export async function ensureAccess(db: Database, { claim, connection }: AccessContext): Promise<Access> {
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
      return leftMs > 0 ? { state: 'ready' } : { state: 'expired', error: notRefreshed(claim.channel, result) }
    case 'impossible':
      // A user may have entered the expiry time. Only the network knows whether the token still works.
      return { state: 'ready' }
    default:
      return { state: 'changed' }
  }
}

function notRefreshed(channel: ChannelId, { seconds, message }: { seconds: number; message: string }): ChannelError {
  const { name } = channels[channel]
  return new ChannelError({
    outcome: 'not_sent',
    category: 'connection',
    isRetryable: true,
    code: 'access_not_renewed',
    message: `The connection to this ${name} account expired and could not be refreshed yet. ${message}`.trim(),
    retryAt: new Date(systemClock().getTime() + seconds * 1_000),
  })
}

/**
 * The network refused the token. Refreshes it once if possible. Otherwise marks the connection as revoked, so that its
 * other rows fail without a call.
 *
 * @returns seconds until the row can be tried again, or null
 */
export async function refreshRefusedAccess(
  db: Database,
  { connection }: Pick<AccessContext, 'connection'>,
  error: ChannelError,
): Promise<number | null> {
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
      await markRevoked(db, connection, error.message)
      return null
  }
}

/** Turns an authentication error into a temporary one if the token was refreshed. Returns other errors unchanged. */
export async function refreshAfter(db: Database, context: AccessContext, error: ChannelError): Promise<ChannelError> {
  if (!error.isAuthDead) return error
  const seconds = await refreshRefusedAccess(db, context, error)
  if (seconds === null) return error
  const { name } = channels[context.claim.channel]
  return new ChannelError({
    outcome: error.outcome,
    category: error.category,
    isRetryable: true,
    code: error.code,
    message: `${name} did not accept the token of this account, so it is being refreshed. It will be sent again automatically.`,
    providerStatus: error.providerStatus,
    answer: error.answer,
    retryAt: new Date(systemClock().getTime() + seconds * 1_000),
    cause: error,
  })
}
