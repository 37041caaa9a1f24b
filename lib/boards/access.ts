import type { Account, CallOptions } from '@/lib/channels/channel'
import { ChannelFault } from '@/lib/channels/fault'
import { systemClock } from '@/lib/clock'
import { afterRefusedAccess } from '@/lib/connections/lost-access'
import { preflight } from '@/lib/connections/preflight'
import { onDemand, refreshAndWait } from '@/lib/connections/refresh'
import { openCredentials } from '@/lib/connections/seal'
import type { Database } from '@/lib/db/pool'
import { deadlineIn } from '@/lib/deadline'
import { AppError } from '@/lib/errors'
import { findPinterestConnection, type PinterestConnection } from './repository'

/** Somebody waits for the answer, so the network is not waited for as long as when a post is sent. */
const callMs = 15_000

/**
 * Asks Pinterest as the connected account. Access that is over is renewed first, and one that Pinterest refuses is renewed
 * and asked with once more: a refusal of the token proves that nothing was done. One that cannot be renewed is marked.
 *
 * @throws missing_connection when Pinterest is known to refuse the account: it is not asked again
 */
export async function asAccount<T>(
  db: Database,
  connection: PinterestConnection,
  ask: (account: Account, call: CallOptions) => Promise<T>,
): Promise<T> {
  if (connection.status !== 'active') throw await noLongerAccepted(db, connection)
  const current = isEnding(connection) ? await renewed(db, connection) : connection
  try {
    return await ask(accountOf(current), calling())
  } catch (error) {
    const again = error instanceof ChannelFault && error.isAuthDead ? await afterRefusal(db, current, error) : null
    if (!again) throw error
    return ask(accountOf(again), calling())
  }
}

async function noLongerAccepted(db: Database, { project_id }: PinterestConnection): Promise<AppError> {
  const message = 'Pinterest no longer accepts the access to this account. Connect it again.'
  const found = await preflight(db, project_id, ['pinterest'], systemClock())
  return new AppError('missing_connection', message, { preflight: found })
}

const isEnding = ({ expires_at }: PinterestConnection): boolean =>
  expires_at !== null && expires_at.getTime() - systemClock().getTime() < onDemand.withinSeconds * 1_000

async function renewed(db: Database, connection: PinterestConnection): Promise<PinterestConnection> {
  const { state } = await refreshAndWait(db, connection.id, onDemand)
  const now = state === 'refreshed' || state === 'fresh' ? await reload(db, connection) : null
  return now ?? connection
}

/** The connection with access that lives; null when there is nothing to be had. */
async function afterRefusal(
  db: Database,
  connection: PinterestConnection,
  fault: ChannelFault,
): Promise<PinterestConnection | null> {
  const { id, project_id, credentials } = connection
  if (!credentials) return null
  const refused = { id, project_id, channel: 'pinterest', credentials } as const
  const verdict = await afterRefusedAccess(db, refused, accountOf(connection), fault)
  return verdict === 'renewed' ? reload(db, connection) : null
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
