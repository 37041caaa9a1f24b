import { sql } from 'kysely'
import { ChannelFault, wordsAtTheEnd } from '@/lib/channels/fault'
import { channelMetrics } from '@/lib/channels/metrics-registry'
import { metricsScope } from '@/lib/channels/metrics-scopes'
import { channels } from '@/lib/channels/registry'
import { monotonicMs, systemClock } from '@/lib/clock'
import {
  brokenCircuits,
  missingPermission,
  recordCheck,
  recordStandstill,
  type Standstill,
} from '@/lib/connections/checks'
import type { AccessVerdict } from '@/lib/connections/lost-access'
import { lacksWords } from '@/lib/connections/missing-scopes'
import type { Database } from '@/lib/db/pool'
import { deadlineIn } from '@/lib/deadline'
import { newId } from '@/lib/ids'
import { log } from '@/lib/logger'
import { sayWait } from '@/lib/wait-words'
import { afterRefusal, withLivingAccess } from './access'
import { accountOf, type ClaimedSync, claimSyncs, type DueConnection, dueConnections } from './claim'
import { readTimeoutMs, retrySeconds, type SyncKind, syncKinds } from './plan'
import { backfillSyncs, endMissed } from './plan-syncs'
import { settleReadings } from './settle'

/** Accounts that are read at the same time. Each is read by one at a time. */
const concurrency = 4
/** A run ends after so long; what is left is due at the next. Serverless functions live about as long. */
const budgetMs = 240_000
/** So many faults in a row end an account's turn: its network is having a bad time. */
const faultsInARowMax = 3

export type SyncReport = { read: number; gone: number; failed: number; postponed: number }

/** Everything that is due, after planning what was never planned and giving up what is too late. */
export async function syncMetrics(db: Database): Promise<SyncReport> {
  const planned = await backfillSyncs(db)
  if (planned > 0) log.info('metrics.backfilled', { posts: planned })
  await endMissed(db)
  return syncDue(db, syncKinds)
}

/** Pins are read for the first time a minute after publishing, and not with everything else. */
export const syncNewPins = (db: Database): Promise<SyncReport> => syncDue(db, ['1m'])

/** One account's place in a run. */
type Turn = {
  connection: DueConnection
  faultsInARow: number
  hasSucceeded: boolean
  /** What was found out of its access in this turn, which is not asked for again. */
  access: AccessVerdict | null
}

/**
 * Reads what is due, account by account in turns of one call each, so that none with thousands of posts keeps the
 * others waiting. Several processes may do this at once: every reading is claimed.
 */
export async function syncDue(db: Database, kinds: readonly SyncKind[]): Promise<SyncReport> {
  const report: SyncReport = { read: 0, gone: 0, failed: 0, postponed: 0 }
  const owner = newId()
  const startedMs = monotonicMs()
  const waiting: Turn[] = (await dueConnections(db, kinds)).map((connection) => ({
    connection,
    faultsInARow: 0,
    hasSucceeded: false,
    access: null,
  }))
  const work = async (): Promise<void> => {
    for (let turn = waiting.shift(); turn; turn = waiting.shift()) {
      if (monotonicMs() - startedMs > budgetMs) return
      if (await takeTurn(db, turn, { owner, kinds, report })) waiting.push(turn)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  if (Object.values(report).some((count) => count > 0)) log.info('metrics.synced', report)
  return report
}

type Run = { owner: string; kinds: readonly SyncKind[]; report: SyncReport }

/** @returns whether the account may have more to read in this run */
async function takeTurn(db: Database, turn: Turn, run: Run): Promise<boolean> {
  if (turn.connection.is_paused) return false
  const obstacle = await obstacleOf(db, turn)
  const { connection } = turn
  if (obstacle) {
    run.report.postponed += await postpone(db, connection, retrySeconds.standstill, obstacle.message)
    if (connection.id !== null) await recordStandstill(db, { ...checkOf(connection, connection.id), ...obstacle })
    return false
  }
  const metrics = channelMetrics[connection.channel]
  let syncs: ClaimedSync[] = []
  try {
    const account = accountOf(connection)
    syncs = await claimSyncs(db, connection, { owner: run.owner, limit: metrics.batch(account), kinds: run.kinds })
    if (syncs.length === 0) return false
    const posts = syncs.map(({ post }) => post)
    const { readings, gone } = await metrics.read(posts, account, { signal: deadlineIn(readTimeoutMs) })
    const read = syncs.map((sync) => ({
      sync,
      reading: readings.get(sync.post.externalId) ?? null,
      isGone: gone.includes(sync.post.externalId),
    }))
    await settleReadings(db, run.owner, read)
    run.report.read += read.filter(({ isGone }) => !isGone).length
    run.report.gone += gone.length
    turn.faultsInARow = 0
    // One line a run says as much as one a post.
    if (!turn.hasSucceeded) await note(db, connection, { isOk: true })
    turn.hasSucceeded = true
    return true
  } catch (error) {
    return afterFault(db, turn, run, syncs, error)
  }
}

type Obstacle = Pick<Standstill, 'code' | 'message'>

/** Why an account cannot be read at all at the moment. */
async function obstacleOf(db: Database, turn: Turn): Promise<Obstacle | null> {
  const { id, channel } = turn.connection
  const { name } = channels[channel]
  const living = await withLivingAccess(db, turn.connection)
  turn.connection = living ?? turn.connection
  const { status } = turn.connection
  if (id === null || status === null)
    return { code: 'not_connected', message: `The ${name} account of this post is not connected any more.` }
  if (status !== 'active')
    return { code: 'revoked', message: `${name} no longer accepts the access to this account. Reconnect it.` }
  if (!living)
    return {
      code: 'access_not_renewed',
      message: `The access to this ${name} account is over and could not be renewed yet.`,
    }
  if ((await brokenCircuits(db, [id])).has(id))
    return {
      code: 'circuit_open',
      message: `${name} refused the access to this account again and again, so its numbers are not read. Reconnect it.`,
    }
  return null
}

async function afterFault(
  db: Database,
  turn: Turn,
  run: Run,
  syncs: readonly ClaimedSync[],
  error: unknown,
): Promise<boolean> {
  const { connection } = turn
  const { report } = run
  report.failed += syncs.length
  turn.faultsInARow += 1
  if (!(error instanceof ChannelFault)) {
    log.error('metrics.failed', { connection_id: connection.id, channel: connection.channel, cause: error })
    await giveBack(db, run, syncs, retrySeconds.usual, 'Something went wrong here. It is tried again by itself.')
    return false
  }
  const { code, category, isAuthDead } = error
  const message = wordsOf(error)
  if (isAuthDead && (await regain(db, turn, error)) === 'renewed') {
    await giveBack(db, run, syncs, 0, message)
    return true
  }
  if (error.isForbidden) {
    const lacking = lacksWordsOf(connection) ?? message
    await note(db, connection, { isOk: false, code: missingPermission, message: lacking })
    await giveBack(db, run, syncs, retrySeconds.permission, lacking)
    return true
  }
  await note(db, connection, { isOk: false, isAuthFailure: isAuthDead, code, message })
  if (isAuthDead && turn.access === 'revoked') {
    await giveBack(db, run, syncs, retrySeconds.standstill, message)
    report.postponed += await postpone(db, connection, retrySeconds.standstill, message)
    return false
  }
  if (category === 'rate') {
    const seconds = rateSeconds(error)
    await giveBack(db, run, syncs, seconds, message)
    report.postponed += await postpone(db, connection, seconds, message)
    return false
  }
  // Something that a person has to put right at the network.
  const isPerson = category === 'connection' && !isAuthDead
  await giveBack(db, run, syncs, isPerson ? retrySeconds.permission : retrySeconds.usual, message)
  return turn.faultsInARow < faultsInARowMax || category === 'connection'
}

const rateSeconds = ({ retryAt, waitSeconds }: ChannelFault): number =>
  retryAt ? secondsUntil(retryAt) : (waitSeconds ?? retrySeconds.rate)

/** A fault's words are made for posts; what they promise of those is not true of their numbers. */
const wordsOf = (fault: ChannelFault): string =>
  fault.category === 'rate'
    ? wordsAtTheEnd(fault, `Its numbers are read in ${sayWait(rateSeconds(fault))}.`)
    : wordsAtTheEnd(fault)

/** Names the permission that the numbers take: the network's own refusal seldom does. */
function lacksWordsOf(connection: DueConnection): string | null {
  const { channel } = connection
  const name = metricsScope(channel, accountOf(connection))
  return name === null ? null : lacksWords(channels[channel].name, { name, purpose: 'read how posts did' })
}

/** @returns `renewed` once a turn: access that is refused straight afterwards is not refused for its age */
async function regain(db: Database, turn: Turn, fault: ChannelFault): Promise<AccessVerdict> {
  if (turn.access === 'lives') return turn.access
  const { verdict, connection } = await afterRefusal(db, turn.connection, fault)
  const isRepeated = verdict === 'renewed' && turn.access === 'renewed'
  turn.connection = connection
  turn.access = isRepeated ? 'lives' : verdict
  return turn.access
}

const secondsUntil = (time: Date): number => Math.max(1, Math.ceil((time.getTime() - systemClock().getTime()) / 1_000))

/** Readings that failed are due again; that makes them what the interface calls a backfill. */
async function giveBack(
  db: Database,
  { owner }: Run,
  syncs: readonly ClaimedSync[],
  seconds: number,
  message: string,
): Promise<void> {
  if (syncs.length === 0) return
  const given = JSON.stringify(syncs.map(({ queue_item_id, kind }) => ({ queue_item_id, kind })))
  await sql`
    update metric_syncs s set
      next_attempt_at = now() + make_interval(secs => ${seconds}), lease_owner = null, is_backfill = true,
      last_error = ${message.slice(0, 1_000)}
    from jsonb_to_recordset(${given}::jsonb) as g (queue_item_id uuid, kind text)
    where s.queue_item_id = g.queue_item_id and s.kind = g.kind and s.done_at is null
      and s.lease_owner = ${owner}`.execute(db)
}

/** Nothing of this account is due any more until then. What others hold is theirs. */
async function postpone(db: Database, connection: DueConnection, seconds: number, message: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update metric_syncs set
      next_attempt_at = now() + make_interval(secs => ${seconds}), lease_owner = null, is_backfill = true,
      last_error = ${message.slice(0, 1_000)}
    where connection_id = any(${connection.posted_through}::uuid[]) and done_at is null and next_attempt_at <= now()`.execute(
    db,
  )
  return Number(numAffectedRows)
}

type Noted = { isOk: boolean; isAuthFailure?: boolean; code?: string; message?: string }

async function note(db: Database, connection: DueConnection, noted: Noted): Promise<void> {
  if (connection.id !== null) await recordCheck(db, { ...checkOf(connection, connection.id), ...noted })
}

const checkOf = ({ project_id, channel }: DueConnection, connectionId: string) =>
  ({ projectId: project_id, connectionId, channel, kind: 'sync' }) as const
