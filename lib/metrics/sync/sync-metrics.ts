import { sql } from 'kysely'
import { ChannelError, finalMessage } from '@/lib/channels/channel-error'
import { metricsScope } from '@/lib/channels/metrics/scopes'
import { channelMetrics } from '@/lib/channels/metrics-registry'
import { channels } from '@/lib/channels/registry'
import { monotonicMs, systemClock } from '@/lib/clock'
import {
  brokenCircuits,
  missingPermission,
  recordCheck,
  recordSkippedSync,
  type SkippedSync,
} from '@/lib/connections/checks'
import { missingScopeMessage } from '@/lib/connections/missing-scopes'
import type { RejectedTokenResult } from '@/lib/connections/refresh/rejected-token'
import type { Database } from '@/lib/db/pool'
import { deadlineIn } from '@/lib/deadline'
import { newId } from '@/lib/ids'
import { log } from '@/lib/logger'
import { formatWait } from '@/lib/text/wait-text'
import { accountOf, type ClaimedSync, claimSyncs, type DueConnection, dueConnections } from './claim'
import { readTimeoutMs, retrySeconds, type SyncKind, syncKinds } from './plan'
import { backfillSyncs, endMissed } from './plan-syncs'
import { settleReadings } from './settle'
import { afterRefusal, withValidToken } from './valid-token'

/** Accounts read at the same time, with one call at a time each. */
const concurrency = 4
/** Max run time, about the lifetime of a serverless function. The next run continues. */
const budgetMs = 240_000
/** This many errors in a row end an account's turn in this run: its network is in trouble. */
const errorsInARowMax = 3

export type SyncReport = { read: number; gone: number; failed: number; postponed: number }

/** Plans missing readings, gives up late ones, and reads all that are due. */
export async function syncMetrics(db: Database): Promise<SyncReport> {
  const planned = await backfillSyncs(db)
  if (planned > 0) log.info('metrics.backfilled', { posts: planned })
  await endMissed(db)
  return syncDue(db, syncKinds)
}

/** First reading of new pins, a minute after publishing. Runs more often than the others. */
export const syncNewPins = (db: Database): Promise<SyncReport> => syncDue(db, ['1m'])

/** State of one account in a run. */
type Turn = {
  connection: DueConnection
  errorsInARow: number
  hasSucceeded: boolean
  /** Result of refreshing the token in this turn. Refreshed once only. */
  access: RejectedTokenResult | null
}

/**
 * Reads metrics that are due. Accounts take turns of one call each, so that an account with thousands of posts does not
 * delay the others. Several processes may run this at once: every reading is claimed.
 */
export async function syncDue(db: Database, kinds: readonly SyncKind[]): Promise<SyncReport> {
  const report: SyncReport = { read: 0, gone: 0, failed: 0, postponed: 0 }
  const owner = newId()
  const startedMs = monotonicMs()
  const waiting: Turn[] = (await dueConnections(db, kinds)).map((connection) => ({
    connection,
    errorsInARow: 0,
    hasSucceeded: false,
    access: null,
  }))
  const lane = async (): Promise<void> => {
    for (let turn = waiting.shift(); turn; turn = waiting.shift()) {
      if (monotonicMs() - startedMs > budgetMs) return
      if (await takeTurn(db, turn, { owner, kinds, report })) waiting.push(turn)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
  if (Object.values(report).some((count) => count > 0)) log.info('metrics.synced', report)
  return report
}

type Run = { owner: string; kinds: readonly SyncKind[]; report: SyncReport }

/** @returns whether the account may have more to read */
async function takeTurn(db: Database, turn: Turn, run: Run): Promise<boolean> {
  if (turn.connection.is_paused) return false
  const skipReason = await skipReasonOf(db, turn)
  const { connection } = turn
  if (skipReason) {
    run.report.postponed += await postpone(db, connection, retrySeconds.skipped, skipReason.message)
    if (connection.id !== null) await recordSkippedSync(db, { ...checkOf(connection, connection.id), ...skipReason })
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
    turn.errorsInARow = 0
    // One check per run is enough.
    if (!turn.hasSucceeded) await saveCheck(db, connection, { isOk: true })
    turn.hasSucceeded = true
    return true
  } catch (error) {
    return afterError(db, turn, run, syncs, error)
  }
}

type SkipReason = Pick<SkippedSync, 'code' | 'message'>

/** Why an account cannot be read at the moment; null when it can. */
async function skipReasonOf(db: Database, turn: Turn): Promise<SkipReason | null> {
  const { id, channel } = turn.connection
  const { name } = channels[channel]
  const ready = await withValidToken(db, turn.connection)
  turn.connection = ready ?? turn.connection
  const { status } = turn.connection
  if (id === null || status === null)
    return { code: 'not_connected', message: `The ${name} account of this post is no longer connected.` }
  if (status !== 'active')
    return { code: 'revoked', message: `${name} no longer accepts this connection. Reconnect the account.` }
  if (!ready)
    return {
      code: 'access_not_renewed',
      message: `The connection to this ${name} account expired and could not be refreshed yet.`,
    }
  if ((await brokenCircuits(db, [id])).has(id))
    return {
      code: 'circuit_open',
      message: `${name} rejected this connection several times, so metrics are not synced. Reconnect the account.`,
    }
  return null
}

async function afterError(
  db: Database,
  turn: Turn,
  run: Run,
  syncs: readonly ClaimedSync[],
  error: unknown,
): Promise<boolean> {
  const { connection } = turn
  const { report } = run
  report.failed += syncs.length
  turn.errorsInARow += 1
  if (!(error instanceof ChannelError)) {
    log.error('metrics.failed', { connection_id: connection.id, channel: connection.channel, cause: error })
    await release(db, run, syncs, retrySeconds.usual, 'Something went wrong. It will be retried automatically.')
    return false
  }
  const { code, category, isAuthDead } = error
  const message = metricsMessage(error)
  if (isAuthDead && (await refreshRefused(db, turn, error)) === 'renewed') {
    await release(db, run, syncs, 0, message)
    return true
  }
  if (error.isForbidden) {
    const missing = missingPermissionMessage(connection) ?? message
    await saveCheck(db, connection, { isOk: false, code: missingPermission, message: missing })
    await release(db, run, syncs, retrySeconds.permission, missing)
    return true
  }
  await saveCheck(db, connection, { isOk: false, isAuthFailure: isAuthDead, code, message })
  if (isAuthDead && turn.access === 'revoked') {
    await release(db, run, syncs, retrySeconds.skipped, message)
    report.postponed += await postpone(db, connection, retrySeconds.skipped, message)
    return false
  }
  if (category === 'rate') {
    const seconds = rateSeconds(error)
    await release(db, run, syncs, seconds, message)
    report.postponed += await postpone(db, connection, seconds, message)
    return false
  }
  // The user has to fix something at the network.
  const needsPerson = category === 'connection' && !isAuthDead
  await release(db, run, syncs, needsPerson ? retrySeconds.permission : retrySeconds.usual, message)
  return turn.errorsInARow < errorsInARowMax || category === 'connection'
}

const rateSeconds = ({ retryAt, waitSeconds }: ChannelError): number =>
  retryAt ? secondsUntil(retryAt) : (waitSeconds ?? retrySeconds.rate)

/** Error messages promise when the post is retried, which does not apply to its metrics. */
const metricsMessage = (error: ChannelError): string =>
  error.category === 'rate'
    ? finalMessage(error, `Metrics will be synced in ${formatWait(rateSeconds(error))}.`)
    : finalMessage(error)

/** Names the missing permission: the network's own message seldom does. */
function missingPermissionMessage(connection: DueConnection): string | null {
  const { channel } = connection
  const name = metricsScope(channel, accountOf(connection))
  return name === null ? null : missingScopeMessage(channels[channel].name, { name, purpose: 'read metrics of posts' })
}

/** @returns `renewed` at most once per turn. A token refused right after a refresh is refused for another reason. */
async function refreshRefused(db: Database, turn: Turn, error: ChannelError): Promise<RejectedTokenResult> {
  if (turn.access === 'unchanged') return turn.access
  const { result, connection } = await afterRefusal(db, turn.connection, error)
  const isRepeated = result === 'renewed' && turn.access === 'renewed'
  turn.connection = connection
  turn.access = isRepeated ? 'unchanged' : result
  return turn.access
}

const secondsUntil = (time: Date): number => Math.max(1, Math.ceil((time.getTime() - systemClock().getTime()) / 1_000))

/** Readings that failed are due again later, and count as a backfill. */
async function release(
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

/** Postpones all due readings of an account, except those claimed by others. */
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

type CheckResult = { isOk: boolean; isAuthFailure?: boolean; code?: string; message?: string }

async function saveCheck(db: Database, connection: DueConnection, result: CheckResult): Promise<void> {
  if (connection.id !== null) await recordCheck(db, { ...checkOf(connection, connection.id), ...result })
}

const checkOf = ({ project_id, channel }: DueConnection, connectionId: string) =>
  ({ projectId: project_id, connectionId, channel, kind: 'sync' }) as const
