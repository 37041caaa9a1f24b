import type { Account, CallOptions } from '@/lib/channels/channel'
import { ChannelError } from '@/lib/channels/channel-error'
import { systemClock } from '@/lib/clock'
import { preflight } from '@/lib/connections/preflight'
import { onDemand, refreshAndWait } from '@/lib/connections/refresh/refresh'
import { handleRejectedToken } from '@/lib/connections/refresh/rejected-token'
import { openCredentials } from '@/lib/connections/seal'
import type { Database } from '@/lib/db/pool'
import { deadlineIn } from '@/lib/deadline'
import { AppError } from '@/lib/errors'
import { findPinterestConnection, type PinterestConnection } from './repository'

/** Shorter than the deadline for posts, because a user is waiting. */
const callMs = 15_000

/**
 * Calls Pinterest as the connected account. Refreshes an expired token first. If Pinterest rejects the token,
 * refreshes it and retries once, which is safe because nothing was done. If that fails, marks the connection.
 *
 * @throws missing_connection when Pinterest is known to reject the account
 */
export async function asAccount<T>(
  db: Database,
  connection: PinterestConnection,
  ask: (account: Account, call: CallOptions) => Promise<T>,
): Promise<T> {
  if (connection.status !== 'active') throw await noLongerAccepted(db, connection)
  const current = isExpiring(connection) ? await renewed(db, connection) : connection
  try {
    return await ask(accountOf(current), calling())
  } catch (error) {
    const again = error instanceof ChannelError && error.isAuthDead ? await afterRefusal(db, current, error) : null
    if (!again) throw error
    return ask(accountOf(again), calling())
  }
}

async function noLongerAccepted(db: Database, { project_id }: PinterestConnection): Promise<AppError> {
  const message = 'Pinterest no longer accepts this connection. Reconnect the account.'
  const found = await preflight(db, project_id, ['pinterest'], systemClock())
  return new AppError('missing_connection', message, { preflight: found })
}

const isExpiring = ({ expires_at }: PinterestConnection): boolean =>
  expires_at !== null && expires_at.getTime() - systemClock().getTime() < onDemand.withinSeconds * 1_000

async function renewed(db: Database, connection: PinterestConnection): Promise<PinterestConnection> {
  const { state } = await refreshAndWait(db, connection.id, onDemand)
  const now = state === 'refreshed' || state === 'fresh' ? await reload(db, connection) : null
  return now ?? connection
}

/** The connection with a valid token; null if there is none. */
async function afterRefusal(
  db: Database,
  connection: PinterestConnection,
  error: ChannelError,
): Promise<PinterestConnection | null> {
  const { id, project_id, credentials } = connection
  if (!credentials) return null
  const rejected = { id, project_id, channel: 'pinterest', credentials } as const
  const result = await handleRejectedToken(db, rejected, accountOf(connection), error)
  return result === 'renewed' ? reload(db, connection) : null
}

async function reload(db: Database, { id, project_id }: PinterestConnection): Promise<PinterestConnection | null> {
  const now = await findPinterestConnection(db, project_id)
  return now?.credentials && now.id === id ? now : null
}

const calling = (): CallOptions => ({ signal: deadlineIn(callMs) })

function accountOf(connection: PinterestConnection): Account {
  return {
    accountId: connection.account_id,
    accountName: connection.account_name,
    handle: connection.handle,
    credentials: openCredentials(connection),
  }
}
