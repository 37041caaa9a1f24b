import type { ChannelFault } from '@/lib/channels/fault'
import { systemClock } from '@/lib/clock'
import { type AccessVerdict, afterRefusedAccess } from '@/lib/connections/lost-access'
import { onDemand, refreshAndWait } from '@/lib/connections/refresh'
import type { Database } from '@/lib/db/pool'
import { accountOf, type DueConnection } from './claim'

/**
 * The connection with access that lasts for the calls to come: renewed when it ends in a moment. Null when it is over
 * and could not be renewed for now.
 */
export async function withLivingAccess(db: Database, connection: DueConnection): Promise<DueConnection | null> {
  const { id, expires_at: expiresAt } = connection
  if (id === null || expiresAt === null) return connection
  const leftMs = expiresAt.getTime() - systemClock().getTime()
  if (leftMs > onDemand.withinSeconds * 1_000) return connection
  const { state } = await refreshAndWait(db, id, onDemand)
  if (state === 'later') return leftMs > 0 ? connection : null
  // When access ends is what somebody wrote down; whether it is over is for the network to say.
  return state === 'impossible' ? connection : reload(db, connection)
}

/** The network refused the credentials: what came of it, and the connection as it is now. */
export async function afterRefusal(
  db: Database,
  connection: DueConnection,
  fault: ChannelFault,
): Promise<{ verdict: AccessVerdict; connection: DueConnection }> {
  const { id, project_id, channel, credentials } = connection
  if (id === null || credentials === null) return { verdict: 'revoked', connection }
  const refused = { id, project_id, channel, credentials }
  const verdict = await afterRefusedAccess(db, refused, accountOf(connection), fault)
  return { verdict, connection: verdict === 'renewed' ? await reload(db, connection) : connection }
}

async function reload(db: Database, connection: DueConnection): Promise<DueConnection> {
  const row = await db
    .selectFrom('social_connections')
    .select(['status', 'credentials', 'key_id', 'expires_at'])
    .where('id', '=', connection.id)
    .executeTakeFirst()
  return { ...connection, ...row }
}
