import type { Account, CallOptions } from '@/lib/channels/channel'
import { ChannelFault } from '@/lib/channels/fault'
import { systemClock } from '@/lib/clock'
import { onDemand, refreshAndWait } from '@/lib/connections/refresh'
import { openCredentials } from '@/lib/connections/seal'
import type { Database } from '@/lib/db/pool'
import { findPinterestConnection, type PinterestConnection } from './repository'

/** Somebody waits for the answer, so the network is not waited for as long as when a post is sent. */
const callMs = 15_000

/**
 * Asks Pinterest as the connected account. Access that is over is renewed first, and one that Pinterest refuses is renewed
 * and asked with once more: a refusal of the token proves that nothing was done.
 */
export async function asAccount<T>(
  db: Database,
  connection: PinterestConnection,
  ask: (account: Account, call: CallOptions) => Promise<T>,
): Promise<T> {
  const first = isEnding(connection) ? await renewed(db, connection, onDemand) : null
  const current = first ?? connection
  try {
    return await ask(accountOf(current), calling())
  } catch (error) {
    const isRefused = error instanceof ChannelFault && error.isAuthDead && current.credentials !== null
    const again = isRefused
      ? await renewed(db, current, { why: 'refused', credentials: current.credentials as Buffer })
      : null
    if (!again) throw error
    return ask(accountOf(again), calling())
  }
}

const isEnding = ({ expires_at }: PinterestConnection): boolean =>
  expires_at !== null && expires_at.getTime() - systemClock().getTime() < onDemand.withinSeconds * 1_000

/** The connection with access that lives; null when there is nothing to be had. */
async function renewed(
  db: Database,
  connection: PinterestConnection,
  need: Parameters<typeof refreshAndWait>[2],
): Promise<PinterestConnection | null> {
  const { state } = await refreshAndWait(db, connection.id, need)
  if (state !== 'refreshed' && state !== 'fresh') return null
  const now = await findPinterestConnection(db, connection.project_id)
  return now?.credentials && now.id === connection.id ? now : null
}

const calling = (): CallOptions => ({ signal: AbortSignal.timeout(callMs) })

function accountOf(connection: PinterestConnection): Account {
  return {
    accountId: connection.account_id,
    accountName: connection.account_name,
    handle: connection.handle,
    credentials: openCredentials(connection),
  }
}
