import type { ChannelError } from '@/lib/channels/channel-error'
import { systemClock } from '@/lib/clock'
import { onDemand, refreshAndWait } from '@/lib/connections/refresh/refresh'
import { handleRejectedToken, type RejectedTokenResult } from '@/lib/connections/refresh/rejected-token'
import type { Database } from '@/lib/db/pool'
import { accountOf, type DueConnection } from './claim'

/**
 * Refreshes the token if it expired or is about to. Null when it expired and could not be refreshed yet.
 */
export async function withValidToken(db: Database, connection: DueConnection): Promise<DueConnection | null> {
  const { id, expires_at: expiresAt } = connection
  if (id === null || expiresAt === null) return connection
  const leftMs = expiresAt.getTime() - systemClock().getTime()
  if (leftMs > onDemand.withinSeconds * 1_000) return connection
  const { state } = await refreshAndWait(db, id, onDemand)
  if (state === 'later') return leftMs > 0 ? connection : null
  // A user may have entered the expiry time. Only the network knows whether the token still works.
  return state === 'impossible' ? connection : reload(db, connection)
}

/** The network refused the token: refreshes it if possible. Returns the result and the current connection. */
export async function afterRefusal(
  db: Database,
  connection: DueConnection,
  error: ChannelError,
): Promise<{ result: RejectedTokenResult; connection: DueConnection }> {
  const { id, project_id, channel, credentials } = connection
  if (id === null || credentials === null) return { result: 'revoked', connection }
  const rejected = { id, project_id, channel, credentials }
  const result = await handleRejectedToken(db, rejected, accountOf(connection), error)
  return { result, connection: result === 'renewed' ? await reload(db, connection) : connection }
}

async function reload(db: Database, connection: DueConnection): Promise<DueConnection> {
  const row = await db
    .selectFrom('social_connections')
    .select(['status', 'credentials', 'key_id', 'expires_at'])
    .where('id', '=', connection.id)
    .executeTakeFirst()
  return { ...connection, ...row }
}
