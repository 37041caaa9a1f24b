import type { Selectable } from 'kysely'
import { ChannelError, finalMessage } from '@/lib/channels/channel-error'
import { channels } from '@/lib/channels/registry'
import { monotonicMs, systemClock } from '@/lib/clock'
import { missingCommentScope } from '@/lib/connections/missing-scopes'
import type { Database } from '@/lib/db/pool'
import type { SocialConnections } from '@/lib/db/types.generated'
import { log } from '@/lib/logger'
import { type AccessContext, ensureAccess, refreshAfter } from '../attempt/connection-access'
import { openAccount } from '../attempt/open-account'
import { LeaseLost } from '../claim/lease'
import { retryDelaySeconds } from '../retry-delays'
import { type ClaimedComment, claimComments } from './claim'
import { CommentRun } from './comment-run'
import {
  type CommentResult,
  leaveInDoubt,
  postpone,
  retryLater,
  settleFailed,
  settlePosted,
  settleUnknown,
} from './settle'
import { idOnRecord, newCommentOf, type Sender, settleDoubt, settleSeconds } from './settle-doubt'

const batchSize = 50
/** About the lifetime of a serverless function. The next run continues. */
const budgetMs = 40_000
/** Tries of a call that had no effect. */
const triesMax = 6
/** A comment claimed more often than this without a result probably crashes its workers. */
const claimsMax = 20

const never = new AbortController().signal

/** Writes first comments that are due, and looks up those in doubt. Several processes may run this at once. */
export async function postFirstComments(db: Database): Promise<Partial<Record<CommentResult, number>>> {
  const startedMs = monotonicMs()
  const counts: Partial<Record<CommentResult, number>> = {}
  for (;;) {
    const claimed = await claimComments(db, batchSize)
    const results = await Promise.all(claimed.map((comment) => postComment(db, comment, never)))
    for (const result of results) counts[result] = (counts[result] ?? 0) + 1
    if (claimed.length < batchSize || monotonicMs() - startedMs > budgetMs) return counts
  }
}

/** Continues one claimed comment until it is final or has to wait. */
export async function postComment(db: Database, comment: ClaimedComment, stop: AbortSignal): Promise<CommentResult> {
  try {
    return await advance(db, comment, stop)
  } catch (error) {
    // Another run continues when the lease ends.
    const members = { queue_item_id: comment.queue_item_id, fence: comment.fence, cause: error }
    if (error instanceof LeaseLost) log.info('first_comment.lease_lost', members)
    else log.error('first_comment.interrupted', members)
    return 'lost'
  }
}

async function advance(db: Database, comment: ClaimedComment, stop: AbortSignal): Promise<CommentResult> {
  const network = channels[comment.channel].comments
  if (!network) return settleFailed(db, comment, { code: 'unsupported', message: 'This network has no comments.' })
  const access = await openAccess(db, comment)
  const written = idOnRecord(comment)
  if (access.problem) {
    if (written !== null) return settlePosted(db, comment, { externalId: written, url: null })
    if (isUndecided(comment)) return settleUnknown(db, comment, access.problem.message.replace(/\.$/, ''))
    return settleFailed(db, comment, access.problem)
  }
  if (access.busySeconds !== null) return postpone(db, comment, access.busySeconds)
  const sender: Sender = { access: { claim: comment, connection: access.connection }, network, stop }
  if (written !== null) return settleWritten(db, comment, sender, written)
  if (comment.claims > claimsMax) return settleCrashing(db, comment)
  if (access.error && isUndecided(comment)) return postpone(db, comment, delayOf(comment, access.error))
  if (access.error) return settleCallError(db, comment, access.error, false)
  if (!isUndecided(comment)) return send(db, comment, sender)
  const settled = await settleDoubt(db, comment, sender)
  return typeof settled === 'string' ? settled : settleWritten(db, comment, sender, settled.id)
}

/** The intent of a call is committed, and its result is not. */
const isUndecided = (comment: ClaimedComment): boolean => comment.status === 'sending' && idOnRecord(comment) === null

async function settleWritten(
  db: Database,
  comment: ClaimedComment,
  { access, network, stop }: Sender,
  externalId: string,
): Promise<CommentResult> {
  const run = new CommentRun(db, comment, stop)
  const url = await network.urlOf(newCommentOf(comment), externalId, openAccount(access), run)
  return settlePosted(db, comment, { externalId, url })
}

function settleCrashing(db: Database, comment: ClaimedComment): Promise<CommentResult> {
  const reason = `it was started ${claimsMax} times without a result`
  if (isUndecided(comment)) return settleUnknown(db, comment, reason)
  return settleFailed(db, comment, { code: 'set_aside', message: `The comment was stopped: ${reason}.` })
}

type Problem = { code: string; message: string }
type OpenAccess = {
  connection: AccessContext['connection']
  problem: Problem | null
  busySeconds: number | null
  error: ChannelError | null
}

/** The connection, with its token refreshed if necessary, or why it cannot be used. */
async function openAccess(db: Database, comment: ClaimedComment): Promise<OpenAccess> {
  let connection = await findConnection(db, comment)
  const blocked = { connection, problem: problemOf(comment, connection), busySeconds: null, error: null }
  if (blocked.problem) return blocked
  const access = await ensureAccess(db, { claim: comment, connection })
  if (access.state === 'changed') connection = await findConnection(db, comment)
  return {
    connection,
    problem: problemOf(comment, connection),
    busySeconds: access.state === 'busy' ? access.seconds : null,
    error: access.state === 'expired' ? access.error : null,
  }
}

const findConnection = async (
  db: Database,
  { project_id, channel }: ClaimedComment,
): Promise<Selectable<SocialConnections> | null> =>
  (await db
    .selectFrom('social_connections')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('channel', '=', channel)
    .where('disconnected_at', 'is', null)
    .executeTakeFirst()) ?? null

function problemOf(comment: ClaimedComment, connection: AccessContext['connection']): Problem | null {
  const { channel } = comment
  const { name } = channels[channel]
  if (!connection?.credentials)
    return { code: 'missing_connection', message: `The ${name} account is not connected. Connect it, then retry.` }
  if (connection.account_id !== comment.account_id)
    return {
      code: 'other_account',
      message: `Another ${name} account is connected than the one that published the post. Reconnect that one, then retry.`,
    }
  if (connection.status === 'revoked')
    return {
      code: 'oauth_revoked',
      message: `${name} no longer accepts this connection. Reconnect the account, then retry.`,
    }
  const missing = isUndecided(comment) ? null : missingCommentScope(channel, connection.scopes)
  return missing === null ? null : { code: 'missing_permission', message: missing }
}

async function send(db: Database, comment: ClaimedComment, sender: Sender): Promise<CommentResult> {
  const { access, network, stop } = sender
  const run = new CommentRun(db, comment, stop)
  try {
    const id = await network.post(newCommentOf(comment), openAccount(access), run)
    return await settleWritten(db, comment, sender, id)
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error
    return settleCallError(db, comment, await refreshAfter(db, access, error), run.isSending)
  }
}

/** A call failed: tried again later, looked up later, or failed. */
async function settleCallError(
  db: Database,
  comment: ClaimedComment,
  error: ChannelError,
  isSending: boolean,
): Promise<CommentResult> {
  const { name } = channels[comment.channel]
  if (isSending && error.isDuplicate && comment.lost_sends === 0 && !error.isOwnDuplicate) {
    const message = `${name} refused the comment as a duplicate of another one of the account. Post it there with another text.`
    return settleFailed(db, comment, { code: 'duplicate', message })
  }
  if (isSending && (error.outcome === 'unknown' || error.isDuplicate))
    return leaveInDoubt(db, comment, { seconds: settleSeconds(comment), isDuplicateRefused: error.isDuplicate })
  const tries = comment.attempt_count + 1
  const isUsedUp = tries >= triesMax || (error.triesMax !== null && tries > error.triesMax)
  const delay = delayOf(comment, error)
  if (error.isRetryable && !error.isAuthDead && !isUsedUp && delay < comment.seconds_left)
    return retryLater(db, comment, delay)
  const end = isUsedUp ? 'Trying again did not help.' : 'There was no time left to try again.'
  const message = error.isRetryable && !error.isAuthDead ? finalMessage(error, end) : error.message
  return settleFailed(db, comment, { code: error.isAuthDead ? 'oauth_revoked' : error.code, message })
}

const delayOf = ({ attempt_count }: ClaimedComment, error: ChannelError): number =>
  retryDelaySeconds(error, { attempts: attempt_count + 1, ofError: attempt_count }, systemClock())
