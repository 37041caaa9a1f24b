import { sql } from 'kysely'
import { type ChannelError, finalMessage } from '@/lib/channels/channel-error'
import { systemClock } from '@/lib/clock'
import { markRevoked } from '@/lib/connections/refresh/notices'
import { type Database, transaction } from '@/lib/db/pool'
import { endAttempt } from '../attempt/attempt-log'
import { LeaseLost } from '../claim/lease'
import type { PublishContext } from '../claim/publish-context'
import { retryDelaySeconds, staleAfterSeconds } from '../retry-delays'
import { settleFailed } from './failed'
import type { Failure } from './failure'
import type { PublishResult } from './publish-result'
import { releaseRow } from './release-row'

/** A call to the network failed: the row is retried later, stays in doubt, or fails. */
export async function settleCallError(
  db: Database,
  context: PublishContext,
  error: ChannelError,
  attemptId: string,
): Promise<PublishResult> {
  const state = await loadState(db, context, error)
  const isAmbiguous = error.outcome === 'unknown' || error.isDuplicate
  if (state.is_sending && isAmbiguous) return leaveInDoubt(db, context, error, attemptId)
  if (error.isAuthDead && context.connection) await markRevoked(db, context.connection, error.message)
  const tries = { attempts: context.item.attempt_count, ofError: state.tries }
  const delay = retryDelaySeconds(error, tries, systemClock())
  if (error.category === 'rate' && error.isRetryable) await pauseConnection(db, context, delay)
  const isRetryable = error.isRetryable && !error.isAuthDead
  const isUsedUp = error.triesMax !== null && state.tries >= error.triesMax
  if (isRetryable && !isUsedUp && delay < state.seconds_left) return retryLater(db, context, error, attemptId, delay)
  const message = isRetryable ? finalMessage(error, isUsedUp ? retriesUsedUp : outOfTime) : error.message
  return settleFailed(db, context, {
    ...(state.is_sent ? acceptedButUnknown(message) : failureOf(context, error, message)),
    attemptId,
    providerStatus: error.providerStatus,
    providerAnswer: error.answer,
  })
}

type State = { is_sending: boolean; is_sent: boolean; seconds_left: number; tries: number }

/**
 * Whether a send of the row is in doubt or was accepted, the seconds until it is stale by the database's clock, and
 * the retries after this error since its scheduled time.
 */
async function loadState(db: Database, { claim }: PublishContext, { code }: ChannelError): Promise<State> {
  const row = await db
    .selectFrom('queue_items')
    .select([
      sql<boolean>`progress ? 'sending'`.as('is_sending'),
      sql<boolean>`coalesce(progress -> 'done' ? 'publish', false)`.as('is_sent'),
      sql<number>`(extract(epoch from scheduled_at - now()) + ${staleAfterSeconds})::float8`.as('seconds_left'),
      sql<number>`(select count(*)::int from publish_attempts a where a.queue_item_id = queue_items.id
        and a.outcome = 'retry' and a.code = ${code} and a.started_at >= queue_items.scheduled_at)`.as('tries'),
    ])
    .where('id', '=', claim.id)
    .where('fence', '=', claim.fence)
    .executeTakeFirst()
  if (!row) throw new LeaseLost()
  return row
}

async function leaveInDoubt(
  db: Database,
  context: PublishContext,
  error: ChannelError,
  attemptId: string,
): Promise<PublishResult> {
  const progress = error.isDuplicate
    ? sql`jsonb_set(progress, '{sending}', (progress -> 'sending') || ${JSON.stringify({
        is_duplicate_refused: true,
        ...(error.isOwnDuplicate ? { is_own_duplicate: true } : {}),
        ...(error.duplicateOf ? { duplicate_of: error.duplicateOf } : {}),
      })}::jsonb)`
    : sql`progress`
  await transaction(db, async (tx) => {
    await endAttempt(tx, attemptId, { outcome: 'in_doubt', ...logOf(error) })
    await releaseRow(tx, context, 0, progress)
  })
  return 'waiting'
}

async function retryLater(
  db: Database,
  context: PublishContext,
  error: ChannelError,
  attemptId: string,
  seconds: number,
): Promise<PublishResult> {
  await transaction(db, async (tx) => {
    await endAttempt(tx, attemptId, { outcome: 'retry', ...logOf(error) })
    await releaseRow(tx, context, seconds, sql`progress - 'sending'`)
  })
  return 'waiting'
}

const logOf = (error: ChannelError) => ({
  category: error.category,
  code: error.code,
  message: error.message,
  providerStatus: error.providerStatus,
  providerAnswer: error.answer,
})

/** Replaces the announced retry in the message of a temporary error that ended a row. */
const outOfTime = 'There was no time left to try again.'
const retriesUsedUp = 'Trying again did not help.'

const failureOf = ({ claim }: PublishContext, error: ChannelError, message: string): Failure => ({
  reason: error.isAuthDead ? `oauth_revoked:${claim.channel}` : message,
  category: error.category,
  code: error.code,
  detail: message,
  wasAttempted: !error.isAuthDead,
})

/** A network may accept a post and process it until the row is stale: it may still be published. */
const acceptedButUnknown = (message: string): Failure => ({
  reason: 'outcome_unknown',
  category: 'other',
  code: 'outcome_unknown',
  detail: `The network accepted the post and may still publish it: ${message} Check the account before sending it again.`,
  wasAttempted: true,
})

/** Pauses all rows of the account. The longer of two pauses applies. */
async function pauseConnection(db: Database, { connection }: PublishContext, seconds: number): Promise<void> {
  if (!connection) return
  await db
    .updateTable('social_connections')
    .set({ paused_until: sql<Date>`greatest(paused_until, now() + make_interval(secs => ${seconds}))` })
    .where('id', '=', connection.id)
    .where('project_id', '=', connection.project_id)
    .execute()
}
