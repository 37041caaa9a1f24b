import { setTimeout as sleep } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { Account, Credentials } from '@/lib/channels/channel'
import type { Renewal } from '@/lib/channels/connect'
import { connects } from '@/lib/channels/connects'
import { ChannelFault } from '@/lib/channels/fault'
import type { ChannelId } from '@/lib/channels/ids'
import { channels } from '@/lib/channels/registry'
import { monotonicMs, systemClock } from '@/lib/clock'
import { isOutage } from '@/lib/db/outage'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { deadlineIn } from '@/lib/deadline'
import { appendEvent } from '@/lib/events/append'
import { log } from '@/lib/logger'
import { recordCheck } from './checks'
import { markRevoked, tellOfEnd } from './notices'
import {
  findRefreshRow,
  forgetCutOff,
  leaseSeconds,
  type RefreshRow,
  storeFailure,
  storeRenewed,
  storeRenewsWith,
  takeRefreshLease,
} from './refresh-repository'
import { canRenew, isShortLived } from './refreshable'
import { renewsWith } from './renews-with'
import { findConnection } from './repository'
import { openCredentials, sealCredentials, UnreadableCredentials } from './seal'
import { serializeConnection } from './serializer'

/** Why somebody wants a connection renewed. Whoever comes too late finds that it is not wanted any more. */
export type Need =
  | { why: 'ending'; withinSeconds: number }
  /** The network refused these very credentials. */
  | { why: 'refused'; credentials: Buffer }
  /** A refresh was announced, and whoever did it is gone. */
  | { why: 'cut_off' }

export type RefreshResult =
  /** `fresh`: nothing had to be done, or somebody else has done it. */
  | { state: 'refreshed' | 'fresh' }
  /** Somebody else is at it. */
  | { state: 'busy' }
  /** It failed and may pass. */
  | { state: 'later'; seconds: number; message: string }
  /** Nothing to renew with, not yet, or refused for good while the access lives on. */
  | { state: 'impossible' }
  | { state: 'revoked' }
  | { state: 'gone' }

/** One call of the network. Two of them end within the lease. */
const callMs = 10_000
/** After each failure in a row; the last one repeats. */
const retryDelaysSeconds = [60, 120, 300, 900, 3_600, 14_400] as const
/** A network that re-issues may refuse today and not tomorrow; one whose token was spent will not. */
const askAgainSeconds = 86_400
/** Credentials that the network refuses so soon after a refresh are not refused for their age. */
const justRefreshedSeconds = 120

/**
 * Renews a connection if it still needs it: one refresh at a time, over all processes, by a lease that is committed before
 * the network is called. What becomes of a process that dies in between is in docs/connections.md.
 */
export async function refreshConnection(db: Database, id: string, need: Need): Promise<RefreshResult> {
  const seen = await findRefreshRow(db, id)
  if (!seen) return { state: 'gone' }
  const before = await verdictBefore(db, seen, need)
  if (before?.state === 'impossible') await forgetCutOff(db, seen)
  if (before) return before
  if (!(await takeRefreshLease(db, seen))) return afterLostRace(db, seen)
  if (seen.refresh_started_at !== null) await noteInterruption(db, seen)
  try {
    return await renew(db, seen, accountOf(seen))
  } catch (error) {
    if (isOutage(error)) throw error
    log.error('connection.refresh_failed', { connection_id: id, cause: error })
    return fail(db, seen, 'internal', 'Storycast could not renew the access because of a fault of its own.')
  }
}

const underWay = new Map<string, Promise<RefreshResult>>()

/**
 * The same for whoever cannot go on without: waits while somebody else is at it. All who wait in this process ask the
 * database as one, or a hundred users of one access would use up its connections by asking.
 */
export function refreshAndWait(db: Database, id: string, need: Need): Promise<RefreshResult> {
  const key = `${id} ${need.why} ${need.why === 'refused' ? need.credentials.toString('base64') : ''}`
  const known = underWay.get(key)
  if (known) return known
  const waiting = untilNotBusy(db, id, need).finally(() => underWay.delete(key))
  underWay.set(key, waiting)
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

/** Access that ends within a call's time may as well be over. */
export const onDemand = { why: 'ending', withinSeconds: 60 } as const satisfies Need

async function verdictBefore(db: Database, seen: RefreshRow, need: Need): Promise<RefreshResult | null> {
  if (seen.status !== 'active') return { state: 'revoked' }
  if (need.why === 'refused') {
    if (!seen.credentials?.equals(need.credentials)) return { state: 'fresh' }
    // A token that renews itself cannot do so once it is refused.
    if (seen.renews_with === 'access_token') return { state: 'impossible' }
    if (seen.last_refresh_at !== null && seen.age_seconds < justRefreshedSeconds) return { state: 'impossible' }
  } else if (!isNeeded(seen, need)) return { state: 'fresh' }
  const known = seen.renews_with === null ? await lookInto(db, seen) : seen
  if (!canRenew(known, seen.seen_at)) return { state: 'impossible' }
  if (seen.is_leased) return { state: 'busy' }
  if (seen.wait_seconds > 0)
    return { state: 'later', seconds: seen.wait_seconds, message: seen.last_refresh_error ?? '' }
  return isTooYoung(seen) ? { state: 'impossible' } : null
}

function isNeeded({ seconds_left, refresh_started_at }: RefreshRow, need: Exclude<Need, { why: 'refused' }>): boolean {
  if (need.why === 'cut_off') return refresh_started_at !== null
  return seconds_left !== null && seconds_left <= need.withinSeconds
}

/** Meta refuses to renew what is younger than a day. What ends before then is tried all the same. */
function isTooYoung({ channel, age_seconds, seconds_left }: RefreshRow): boolean {
  const neededSeconds = (connects[channel as ChannelId].refresh?.notBeforeMs ?? 0) / 1_000
  return age_seconds < neededSeconds && (seconds_left ?? 0) > neededSeconds - age_seconds
}

/** Of connections from before this was kept. */
async function lookInto(db: Database, seen: RefreshRow): Promise<RefreshRow> {
  const credentials = openedOrNull(seen)
  const found = credentials ? renewsWith(seen.channel as ChannelId, credentials) : 'nothing'
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
  const refresh = connects[seen.channel as ChannelId].refresh
  if (!refresh) return { state: 'impossible' }
  let renewal: Renewal
  try {
    renewal = await refresh.renew(account, { signal: deadlineIn(callMs) })
  } catch (error) {
    if (!(error instanceof ChannelFault)) throw error
    return error.isAuthDead ? afterRefusal(db, seen, account, error) : failBy(db, seen, error)
  }
  return keep(db, seen, renewal)
}

/** The old token may be spent, so what the network gave is not given up while there is a chance to write it down. */
async function keep(db: Database, seen: RefreshRow, renewal: Renewal): Promise<RefreshResult> {
  const startedMs = monotonicMs()
  for (;;) {
    try {
      return await keepOnce(db, seen, renewal)
    } catch (error) {
      if (!isOutage(error) || monotonicMs() - startedMs > leaseSeconds * 1_000) throw error
      await sleep(500)
    }
  }
}

async function keepOnce(db: Database, seen: RefreshRow, renewal: Renewal): Promise<RefreshResult> {
  const channel = seen.channel as ChannelId
  const isKept = await transaction(db, async (tx) => {
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
    // Access for hours is renewed a dozen times a day; that is news only after somebody was alarmed.
    if (!isShortLived({ ...seen, expires_at: renewal.expiresAt, last_refresh_at: seen.seen_at }) || wasAlarmed(seen)) {
      const data = { connection, expires_at: connection?.expires_at, previous_expires_at: seen.expires_at }
      await appendEvent(tx, { projectId: seen.project_id, event: 'connection.refreshed', data })
    }
    return true
  })
  if (isKept) return { state: 'refreshed' }
  const again = await sameUnderAnotherSeal(db, seen)
  return again ? keepOnce(db, again, renewal) : { state: 'fresh' }
}

const wasAlarmed = ({ broken_notified_at, expiring_soon_notified_at }: RefreshRow): boolean =>
  broken_notified_at !== null || expiring_soon_notified_at !== null

/** The rotation of keys seals the same credentials anew; whoever reconnected has put others in their place. */
async function sameUnderAnotherSeal(db: Database, seen: RefreshRow): Promise<RefreshRow | null> {
  const now = await findRefreshRow(db, seen.id)
  const held = now && openedOrNull(now)
  return now && held && JSON.stringify(held) === JSON.stringify(openedOrNull(seen)) ? now : null
}

/**
 * The network refused what the access is renewed with. Somebody else may have won, or an earlier refresh was cut off
 * after the network carried it out; so the access itself is tried before anything is given up.
 */
async function afterRefusal(
  db: Database,
  seen: RefreshRow,
  account: Account,
  fault: ChannelFault,
): Promise<RefreshResult> {
  const now = await findRefreshRow(db, seen.id)
  if (!now?.credentials || !seen.credentials?.equals(now.credentials)) return { state: 'fresh' }
  try {
    await connects[seen.channel as ChannelId].identify(account, { signal: deadlineIn(callMs) })
  } catch (error) {
    if (!(error instanceof ChannelFault)) throw error
    if (error.isAuthDead) return giveUp(db, seen, fault)
    // Lacking a permission to tell is an answer too: the network knows the access.
    if (error.category !== 'connection') return failBy(db, seen, error)
  }
  const retrySeconds = seen.renews_with === 'access_token' ? askAgainSeconds : null
  const { name } = channels[seen.channel as ChannelId]
  const until = seen.expires_at ? ` before ${sayDay(seen.expires_at)}` : ''
  const message = `${name} does not renew this access any more: reconnect${until}.`
  await writeFailure(db, seen, { code: fault.code, message, retrySeconds, isAuthFailure: true })
  return { state: 'impossible' }
}

const sayDay = (day: Date): string =>
  day.toLocaleString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

async function giveUp(db: Database, seen: RefreshRow, fault: ChannelFault): Promise<RefreshResult> {
  const failure = { code: fault.code, message: fault.message, retrySeconds: null, isAuthFailure: true }
  await writeFailure(db, seen, failure, (tx) => markRevoked(tx, seen, fault.message))
  log.warn('connection.revoked', { connection_id: seen.id, channel: seen.channel, code: fault.code })
  return { state: 'revoked' }
}

const failBy = (db: Database, seen: RefreshRow, fault: ChannelFault): Promise<RefreshResult> =>
  fail(db, seen, fault.code, fault.message, fault)

async function fail(
  db: Database,
  seen: RefreshRow,
  code: string,
  message: string,
  pace: { retryAt: Date | null; waitSeconds: number | null } = { retryAt: null, waitSeconds: null },
): Promise<RefreshResult> {
  const delay = retryDelaysSeconds[Math.min(seen.refresh_failed_count, retryDelaysSeconds.length - 1)] ?? 60
  const named = pace.retryAt ? (pace.retryAt.getTime() - systemClock().getTime()) / 1_000 : (pace.waitSeconds ?? 0)
  const retrySeconds = Math.max(named, delay)
  await writeFailure(db, seen, { code, message, retrySeconds, isAuthFailure: false })
  return { state: 'later', seconds: retrySeconds, message }
}

type Failure = { code: string; message: string; retrySeconds: number | null; isAuthFailure: boolean }

async function writeFailure(
  db: Database,
  seen: RefreshRow,
  { code, message, retrySeconds, isAuthFailure }: Failure,
  tell: (tx: Transaction<DB>) => Promise<unknown> = (tx) => tellOfEnd(tx, seen.id),
): Promise<void> {
  await transaction(db, async (tx) => {
    if (!(await storeFailure(tx, seen, { message, retrySeconds }))) return
    await recordCheck(tx, { ...checkOf(seen), isOk: false, code, message, isAuthFailure })
    await tell(tx)
  })
}

const noteInterruption = (db: Database, seen: RefreshRow): Promise<void> =>
  recordCheck(db, {
    ...checkOf(seen),
    isOk: false,
    code: 'interrupted',
    message: 'A refresh was cut off before its outcome was known. It is made again.',
  })

const checkOf = ({ id, project_id, channel }: RefreshRow) =>
  ({ projectId: project_id, connectionId: id, channel: channel as ChannelId, kind: 'refresh' }) as const

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
