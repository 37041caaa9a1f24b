import { sql } from 'kysely'
import { ChannelError, finalMessage } from '@/lib/channels/channel-error'
import { channels } from '@/lib/channels/registry'
import { channelSettings } from '@/lib/channels/settings'
import { systemClock } from '@/lib/clock'
import type { Database } from '@/lib/db/pool'
import { earlierSend, type Progress, type Sending } from '@/lib/queue-items/progress'
import { refreshRefusedAccess } from '../attempt/connection-access'
import { hashText } from '../claim/hash-text'
import { type Lease, LeaseLost } from '../claim/lease'
import type { PublishContext } from '../claim/publish-context'
import { sameAccount } from '../claim/same-account-sql'
import { callDeadlineMs, retryDelaySeconds, staleAfterSeconds } from '../retry-delays'
import { settleFailed } from '../settle/failed'
import type { PublishResult } from '../settle/publish-result'
import { postpone } from '../settle/release-row'
import { databaseTime, findSentPost } from './find-sent-post'
import { knownPostIds } from './known-post-ids'
import { settleUnknown } from './outcome-unknown'

/** If this many checks do not find a send, it did not happen. */
const looksNeeded = 2

/**
 * Settles a send with an unknown outcome by asking the network. It waits for the settle time first (the call's
 * deadline plus the time the network may take to show a post). An earlier check could miss the post, and it would be
 * sent twice.
 *
 * @returns `continue` when the publish can go on from the new progress
 */
export async function settleDoubt(
  db: Database,
  context: PublishContext,
  lease: Lease,
  stop: AbortSignal,
): Promise<PublishResult | 'continue'> {
  const { sending } = context.progress
  if (!sending) return 'continue'
  const { visibilityLagMs } = channelSettings(context.claim.channel)
  const wait = await secondsToWait(db, context, sending, (callDeadlineMs() + visibilityLagMs) / 1000)
  if (wait > 0) return postpone(db, context, wait)
  const knownIds = await knownPostIds(db, context)
  const isOthers = repeatsOtherPost(context.progress, sending, knownIds)
  const found = await findSentPost(db, context, sending, knownIds, stop)
  if (found instanceof ChannelError) return afterFailedLook(db, context, found, isOthers)
  if (found.state === 'found') {
    await lease.adopt(sending.step, found.result)
    return 'continue'
  }
  if (found.state === 'cannot_ask')
    return isOthers ? failDuplicate(db, context) : settleUnknown(db, context, found.reason)
  if (sending.looks + 1 < looksNeeded) {
    await countLook(db, context)
    return postpone(db, context, Math.max(0.5, visibilityLagMs / 4_000))
  }
  if (isOthers) return failDuplicate(db, context)
  if (found.isResembled) return settleUnknown(db, context, 'another post from that time has nearly the same text')
  // The text was edited after the send, so the check looked for another text.
  if (hashText(context.post, sending.step) !== sending.text_hash)
    return settleUnknown(db, context, 'its text was changed after it was sent')
  return afterAbsence(db, context, lease, sending)
}

/**
 * Whether the network rejected the send as a duplicate of a different post: this row sent nothing before, or the
 * refusal names a post of another row. Otherwise a duplicate refusal after an ambiguous send means that the first one
 * succeeded.
 */
function repeatsOtherPost(progress: Progress, sending: Sending, knownIds: readonly string[]): boolean {
  if (!sending.is_duplicate_refused || sending.is_own_duplicate) return false
  if (sending.duplicate_of !== undefined && knownIds.includes(sending.duplicate_of)) return true
  return earlierSend(progress, sending.step, sending.text_hash) === null
}

function failDuplicate(db: Database, context: PublishContext): Promise<PublishResult> {
  const { name } = channels[context.claim.channel]
  const reason = `${name} refused this as a duplicate of an earlier post of the account. Change the text and retry.`
  return settleFailed(db, context, { reason, category: 'content', code: 'duplicate', wasAttempted: true })
}

/** Not found: send again, unless a duplicate refusal shows that the post exists, or the row is stale. */
async function afterAbsence(
  db: Database,
  context: PublishContext,
  lease: Lease,
  sending: Sending,
): Promise<PublishResult | 'continue'> {
  if (sending.is_duplicate_refused) {
    const why = 'it refused a second send as a duplicate, so the first one was probably published'
    return settleUnknown(db, context, why)
  }
  if (await isStale(db, context)) {
    const stale = { reason: 'stale-scheduled', category: 'other', code: 'stale', wasAttempted: true } as const
    return settleFailed(db, context, stale)
  }
  await lease.clearIntent()
  return 'continue'
}

/**
 * Seconds until the network may be called: until the settle time is over, and until no other row of the account with
 * the same text, in any project, is being sent or has been in doubt for longer. Otherwise two rows could adopt one
 * post.
 */
async function secondsToWait(
  db: Database,
  { claim }: PublishContext,
  sending: Sending,
  settleSeconds: number,
): Promise<number> {
  const { rows } = await sql<{ left: number; is_blocked: boolean }>`
    select
      extract(epoch from (${sending.sent_at}::timestamptz + make_interval(secs => ${settleSeconds}) - now()))::float8 as left,
      exists (
        select from queue_items q
        where ${sameAccount('q', 'own')} and q.id <> own.id
          and q.status = 'approved' and q.progress ? 'sending'
          and q.progress -> 'sending' ->> 'text_hash' = ${sending.text_hash}
          and ((q.progress -> 'sending' ->> 'sent_at')::timestamptz, q.id) < (${sending.sent_at}::timestamptz, own.id)
      ) or exists (
        select from queue_items q
        where ${sameAccount('q', 'own')} and q.id <> own.id
          and q.status = 'approved' and q.progress ? 'sending' and q.lease_until > now()
          and q.progress -> 'sending' ->> 'text_hash' = ${sending.text_hash}
          and (q.progress -> 'sending' ->> 'sent_at')::timestamptz > now() - make_interval(secs => ${settleSeconds})
      ) as is_blocked
    from queue_items own where own.id = ${claim.id}`.execute(db)
  const row = rows[0]
  if (!row) throw new LeaseLost()
  return row.left > 0 ? row.left : row.is_blocked ? 2 : 0
}

/** The check failed: check again later, until the row is stale. */
async function afterFailedLook(
  db: Database,
  context: PublishContext,
  error: ChannelError,
  isOthers: boolean,
): Promise<PublishResult> {
  const seconds = error.isAuthDead ? await refreshRefusedAccess(db, context, error) : null
  if (seconds !== null && !(await isStale(db, context))) return postpone(db, context, seconds)
  if (!error.isRetryable || (await isStale(db, context)))
    return isOthers ? failDuplicate(db, context) : settleUnknown(db, context, finalMessage(error).replace(/\.$/, ''))
  return postpone(db, context, await secondsUntilNextLook(db, context, error))
}

/** Grows with the age of the send, so that a network with a long outage is called less often. */
async function secondsUntilNextLook(db: Database, { progress }: PublishContext, error: ChannelError): Promise<number> {
  const sentMs = Date.parse(progress.sending?.sent_at ?? '')
  const ageSeconds = ((await databaseTime(db)).getTime() - sentMs) / 1000
  const tries = { attempts: 1, ofError: 0 }
  return Math.max(5, error.retryAt ? 0 : ageSeconds / 4, retryDelaySeconds(error, tries, systemClock()))
}

async function countLook(db: Database, { claim }: PublishContext): Promise<void> {
  await sql`
    update queue_items set
      progress = jsonb_set(progress, '{sending,looks}', to_jsonb((progress #>> '{sending,looks}')::int + 1))
    where id = ${claim.id} and fence = ${claim.fence} and progress ? 'sending'`.execute(db)
}

async function isStale(db: Database, { claim }: PublishContext): Promise<boolean> {
  const row = await db
    .selectFrom('queue_items')
    .select(sql<boolean>`scheduled_at < now() - make_interval(secs => ${staleAfterSeconds})`.as('is_stale'))
    .where('id', '=', claim.id)
    .executeTakeFirst()
  return row?.is_stale ?? false
}
