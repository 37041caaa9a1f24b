import { setTimeout as sleep } from 'node:timers/promises'
import type { Account, CallOptions } from '@/lib/channels/channel'
import { ChannelFault } from '@/lib/channels/fault'
import { monotonicMs, systemClock } from '@/lib/clock'
import { onDemand, type RefreshResult, refreshAndWait, refreshConnection } from '@/lib/connections/refresh'
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
  const first = isEnding(connection)
    ? await ifRenewed(db, connection, await refreshAndWait(db, connection.id, onDemand))
    : null
  const current = first ?? connection
  try {
    return await ask(accountOf(current), calling())
  } catch (error) {
    const again = error instanceof ChannelFault && error.isAuthDead ? await renewRefused(db, current) : null
    if (!again) throw error
    return ask(accountOf(again), calling())
  }
}

const isEnding = ({ expires_at }: PinterestConnection): boolean =>
  expires_at !== null && expires_at.getTime() - systemClock().getTime() < onDemand.withinSeconds * 1_000

const busyPauseMs = 250

/** Another who found the same may be at it, and is waited for. */
async function renewRefused(db: Database, connection: PinterestConnection): Promise<PinterestConnection | null> {
  const { id, credentials } = connection
  if (!credentials) return null
  const startedMs = monotonicMs()
  for (;;) {
    const result = await refreshConnection(db, id, { why: 'refused', credentials })
    if (result.state !== 'busy' || monotonicMs() - startedMs > callMs) return ifRenewed(db, connection, result)
    await sleep(busyPauseMs)
  }
}

/** The connection with access that lives; null when there is nothing to be had. */
async function ifRenewed(
  db: Database,
  { id, project_id }: PinterestConnection,
  { state }: RefreshResult,
): Promise<PinterestConnection | null> {
  if (state !== 'refreshed' && state !== 'fresh') return null
  const now = await findPinterestConnection(db, project_id)
  return now?.credentials && now.id === id ? now : null
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
