import { setTimeout as sleep } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { Account, Credentials } from '@/lib/channels/channel'
import { ChannelError } from '@/lib/channels/channel-error'
import type { Renewal } from '@/lib/channels/connecting/connect'
import { connects } from '@/lib/channels/connects'
import { channels } from '@/lib/channels/registry'
import { monotonicMs, systemClock } from '@/lib/clock'
import { isOutage } from '@/lib/db/outage'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { deadlineIn } from '@/lib/deadline'
import { UnreadableCredentials } from '@/lib/encryption/seal'
import { appendEvent } from '@/lib/events/append'
import { log } from '@/lib/logger'
import { recordCheck } from '../checks'
import { canRenew, isShortLived } from '../refreshable'
import { renewsWith } from '../renews-with'
import { findConnection } from '../repository'
import { openCredentials, sealCredentials } from '../seal'
import { serializeConnection } from '../serializer'
import { markRevoked, notifyExpiry } from './notices'
import {
  clearInterruption,
  findRefreshRow,
  leaseSeconds,
  type RefreshRow,
  storeFailure,
  storeRenewed,
  storeRenewsWith,
  takeRefreshLease,
} from './repository'

/** Why a connection needs a refresh. Late callers find that it no longer does. */
export type Need =
  | { why: 'expiring'; withinSeconds: number }
  /** The network rejected these credentials. */
  | { why: 'refused'; credentials: Buffer }
  /** A refresh was started and its process died. */
  | { why: 'interrupted' }

export type RefreshResult =
  /** `fresh`: nothing to do, or another process refreshed it. */
  | { state: 'refreshed' | 'fresh' }
  /** Another process is refreshing it. */
  | { state: 'busy' }
  /** A temporary failure. */
  | { state: 'later'; seconds: number; message: string }
  /** Cannot be refreshed now or ever, though the token may still work. */
  | { state: 'impossible' }
  | { state: 'revoked' }
  | { state: 'gone' }

/** Deadline of one network call. Two fit into the lease. */
const callMs = 10_000
/** Delay after each failure in a row; the last one repeats. */
const retryDelaysSeconds = [60, 120, 300, 900, 3_600, 14_400] as const
/** A rejected refresh is retried after this time if the network re-issues access tokens. Used refresh tokens are not retried. */
const retryRejectedSeconds = 86_400
/** A rejection this soon after a refresh has another reason than the token’s age. */
const justRefreshedSeconds = 120

/**
 * Refreshes a connection if it still needs it. A lease, committed before the network is called, allows one refresh at
 * a time across processes. docs/connections.md describes recovery after a crash.
 */
export async function refreshConnection(db: Database, id: string, need: Need): Promise<RefreshResult> {
  const seen = await findRefreshRow(db, id)
  if (!seen) return { state: 'gone' }
  const before = await resultWithoutRefresh(db, seen, need)
  if (before?.state === 'impossible') await clearInterruption(db, seen)
  if (before) return before
  if (!(await takeRefreshLease(db, seen))) return afterLostRace(db, seen)
  if (seen.refresh_started_at !== null) await noteInterruption(db, seen)
  try {
    return await renew(db, seen, accountOf(seen))
  } catch (error) {
    if (isOutage(error)) throw error
    log.error('connection.refresh_failed', { connection_id: id, cause: error })
    return fail(db, seen, 'internal', 'An internal error prevented the refresh.')
  }
}

const running = new Map<string, Promise<RefreshResult>>()

/**
 * The same, but waits while another process refreshes. Waiters of this process share one query; otherwise many users
 * of one connection would use up the pool.
 */
export function refreshAndWait(db: Database, id: string, need: Need): Promise<RefreshResult> {
  const key = `${id} ${need.why} ${need.why === 'refused' ? need.credentials.toString('base64') : ''}`
  const known = running.get(key)
  if (known) return known
  const waiting = untilNotBusy(db, id, need).finally(() => running.delete(key))
  running.set(key, waiting)
  return waiting
}

async function untilNotBusy(db: Database, id: string, need: Need): Promise<RefreshResult> {
  const startedMs = monotonicMs()
  for (;;) {
    const result = await refreshConnection(db, id, need)
    if (result.state !== 'busy' || monotonicMs() - startedMs > leaseSeconds * 1_000) return result
    await sleep(250)
  }
}

/** Treat a token that expires within a call's deadline as expired. */
export const onDemand = { why: 'expiring', withinSeconds: 60 } as const satisfies Need

async function resultWithoutRefresh(db: Database, seen: RefreshRow, need: Need): Promise<RefreshResult | null> {
  if (seen.status !== 'active') return { state: 'revoked' }
  if (need.why === 'refused') {
    if (!seen.credentials?.equals(need.credentials)) return { state: 'fresh' }
    // A token that refreshes itself cannot do so once rejected.
    if (seen.renews_with === 'access_token') return { state: 'impossible' }
    if (seen.last_refresh_at !== null && seen.age_seconds < justRefreshedSeconds) return { state: 'impossible' }
  } else if (!isNeeded(seen, need)) return { state: 'fresh' }
  const known = seen.renews_with === null ? await detectRenewsWith(db, seen) : seen
  if (!canRenew(known, seen.seen_at)) return { state: 'impossible' }
  if (seen.is_leased) return { state: 'busy' }
  if (seen.wait_seconds > 0)
    return { state: 'later', seconds: seen.wait_seconds, message: seen.last_refresh_error ?? '' }
  return isTooYoung(seen) ? { state: 'impossible' } : null
}

function isNeeded({ seconds_left, refresh_started_at }: RefreshRow, need: Exclude<Need, { why: 'refused' }>): boolean {
  if (need.why === 'interrupted') return refresh_started_at !== null
  return seconds_left !== null && seconds_left <= need.withinSeconds
}

/** Meta does not refresh tokens younger than a day. Tokens that expire earlier are tried anyway. */
function isTooYoung({ channel, age_seconds, seconds_left }: RefreshRow): boolean {
  const neededSeconds = (connects[channel].refresh?.notBeforeMs ?? 0) / 1_000
  return age_seconds < neededSeconds && (seconds_left ?? 0) > neededSeconds - age_seconds
}

/** For connections stored before this column existed. */
async function detectRenewsWith(db: Database, seen: RefreshRow): Promise<RefreshRow> {
  const credentials = openedOrNull(seen)
  const found = credentials ? renewsWith(seen.channel, credentials) : 'nothing'
  await storeRenewsWith(db, seen, found)
  return { ...seen, renews_with: found }
}

async function afterLostRace(db: Database, seen: RefreshRow): Promise<RefreshResult> {
  const now = await findRefreshRow(db, seen.id)
  if (!now) return { state: 'gone' }
  if (now.status !== 'active') return { state: 'revoked' }
  const isReplaced = !(now.credentials && seen.credentials?.equals(now.credentials))
  return { state: isReplaced && !now.is_leased ? 'fresh' : 'busy' }
}

async function renew(db: Database, seen: RefreshRow, account: Account): Promise<RefreshResult> {
  const refresh = connects[seen.channel].refresh
  if (!refresh) return { state: 'impossible' }
  let renewal: Renewal
  try {
    renewal = await refresh.renew(account, { signal: deadlineIn(callMs) })
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error
    return error.isAuthDead ? afterRefusal(db, seen, account, error) : failWith(db, seen, error)
  }
  return storeRenewal(db, seen, renewal)
}

/** The old token may be spent, so storing the new one is retried. */
async function storeRenewal(db: Database, seen: RefreshRow, renewal: Renewal): Promise<RefreshResult> {
  const startedMs = monotonicMs()
  for (;;) {
    try {
      return await tryStoreRenewal(db, seen, renewal)
    } catch (error) {
      if (!isOutage(error) || monotonicMs() - startedMs > leaseSeconds * 1_000) throw error
      await sleep(500)
    }
  }
}

async function tryStoreRenewal(db: Database, seen: RefreshRow, renewal: Renewal): Promise<RefreshResult> {
  const channel = seen.channel
  const isStored = await transaction(db, async (tx) => {
    const stored = await storeRenewed(tx, seen, {
      ...sealCredentials(seen.id, renewal.credentials),
      expires_at: renewal.expiresAt,
      refresh_expires_at: renewal.refreshExpiresAt ?? seen.refresh_expires_at,
      renews_with: renewsWith(channel, renewal.credentials),
    })
    if (!stored) return false
    const row = await findConnection(tx, seen.project_id, seen.id)
    const connection = row && serializeConnection(row, systemClock())
    await recordCheck(tx, { ...checkOf(seen), isOk: true })
    // Refreshes of short-lived tokens are only news after an alert.
    if (!isShortLived({ ...seen, expires_at: renewal.expiresAt, last_refresh_at: seen.seen_at }) || wasNotified(seen)) {
      const data = { connection, expires_at: connection?.expires_at, previous_expires_at: seen.expires_at }
      await appendEvent(tx, { projectId: seen.project_id, event: 'connection.refreshed', data })
    }
    return true
  })
  if (isStored) return { state: 'refreshed' }
  const again = await findReencrypted(db, seen)
  return again ? tryStoreRenewal(db, again, renewal) : { state: 'fresh' }
}

const wasNotified = ({ broken_notified_at, expiring_soon_notified_at }: RefreshRow): boolean =>
  broken_notified_at !== null || expiring_soon_notified_at !== null

/** Key rotation re-encrypts the same credentials; a reconnect replaces them. */
async function findReencrypted(db: Database, seen: RefreshRow): Promise<RefreshRow | null> {
  const now = await findRefreshRow(db, seen.id)
  const current = now && openedOrNull(now)
  return now && current && JSON.stringify(current) === JSON.stringify(openedOrNull(seen)) ? now : null
}

/**
 * The network rejected the refresh. Another process may have refreshed, or an earlier refresh was interrupted after
 * the network processed it, so the access token itself is checked first.
 */
async function afterRefusal(
  db: Database,
  seen: RefreshRow,
  account: Account,
  rejection: ChannelError,
): Promise<RefreshResult> {
  const now = await findRefreshRow(db, seen.id)
  if (!now?.credentials || !seen.credentials?.equals(now.credentials)) return { state: 'fresh' }
  try {
    await connects[seen.channel].identify(account, { signal: deadlineIn(callMs) })
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error
    if (error.isAuthDead) return giveUp(db, seen, rejection)
    // A permission error also proves that the token works.
    if (error.category !== 'connection') return failWith(db, seen, error)
  }
  const retrySeconds = seen.renews_with === 'access_token' ? retryRejectedSeconds : null
  const { name } = channels[seen.channel]
  const until = seen.expires_at ? ` before ${formatDay(seen.expires_at)}` : ''
  const message = `${name} no longer refreshes this connection: reconnect${until}.`
  await writeFailure(db, seen, { code: rejection.code, message, retrySeconds, isAuthFailure: true })
  return { state: 'impossible' }
}

const formatDay = (day: Date): string =>
  day.toLocaleString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

async function giveUp(db: Database, seen: RefreshRow, error: ChannelError): Promise<RefreshResult> {
  const failure = { code: error.code, message: error.message, retrySeconds: null, isAuthFailure: true }
  await writeFailure(db, seen, failure, (tx) => markRevoked(tx, seen, error.message))
  log.warn('connection.revoked', { connection_id: seen.id, channel: seen.channel, code: error.code })
  return { state: 'revoked' }
}

const failWith = (db: Database, seen: RefreshRow, error: ChannelError): Promise<RefreshResult> =>
  fail(db, seen, error.code, error.message, error)

async function fail(
  db: Database,
  seen: RefreshRow,
  code: string,
  message: string,
  retry: { retryAt: Date | null; waitSeconds: number | null } = { retryAt: null, waitSeconds: null },
): Promise<RefreshResult> {
  const delay = retryDelaysSeconds[Math.min(seen.refresh_failed_count, retryDelaysSeconds.length - 1)] ?? 60
  const named = retry.retryAt ? (retry.retryAt.getTime() - systemClock().getTime()) / 1_000 : (retry.waitSeconds ?? 0)
  const retrySeconds = Math.max(named, delay)
  await writeFailure(db, seen, { code, message, retrySeconds, isAuthFailure: false })
  return { state: 'later', seconds: retrySeconds, message }
}

type Failure = { code: string; message: string; retrySeconds: number | null; isAuthFailure: boolean }

async function writeFailure(
  db: Database,
  seen: RefreshRow,
  { code, message, retrySeconds, isAuthFailure }: Failure,
  notify: (tx: Transaction<DB>) => Promise<unknown> = (tx) => notifyExpiry(tx, seen.id),
): Promise<void> {
  await transaction(db, async (tx) => {
    if (!(await storeFailure(tx, seen, { message, retrySeconds }))) return
    await recordCheck(tx, { ...checkOf(seen), isOk: false, code, message, isAuthFailure })
    await notify(tx)
  })
}

const noteInterruption = (db: Database, seen: RefreshRow): Promise<void> =>
  recordCheck(db, {
    ...checkOf(seen),
    isOk: false,
    code: 'interrupted',
    message: 'A refresh was interrupted and will be repeated.',
  })

const checkOf = ({ id, project_id, channel }: RefreshRow) =>
  ({ projectId: project_id, connectionId: id, channel: channel, kind: 'refresh' }) as const

const accountOf = (row: RefreshRow): Account => ({
  accountId: row.account_id,
  accountName: row.account_name,
  handle: row.handle,
  credentials: openCredentials(row),
})

function openedOrNull(row: RefreshRow): Credentials | null {
  try {
    return openCredentials(row)
  } catch (error) {
    if (error instanceof UnreadableCredentials) return null
    throw error
  }
}
