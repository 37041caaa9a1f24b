import { sql } from 'kysely'
import type { Doubt, FindResult } from '@/lib/channels/channel'
import { ChannelFault, wordsAtTheEnd } from '@/lib/channels/fault'
import { channels } from '@/lib/channels/registry'
import { channelSettings } from '@/lib/channels/settings'
import { systemClock } from '@/lib/clock'
import type { Database } from '@/lib/db/pool'
import { deadlineIn } from '@/lib/deadline'
import { regainAccess } from './access'
import { callDeadlineMs, retryDelaySeconds, staleAfterSeconds } from './delays'
import { knownIds } from './known-ids'
import type { Lease } from './lease'
import { LeaseLost } from './lease'
import { earlierSend, type Progress, type Sending } from './progress'
import { accountOf, type PublishResult } from './publish-item'
import { sameAccount } from './same-account'
import { settleFailed, waitFor } from './settle'
import { textHashOf } from './text-hash'
import type { Work } from './work'

/** So many looks that find nothing make a send in doubt one that surely did not happen. */
const looksNeeded = 2

/**
 * Decides a send whose outcome nobody knows, by asking the network. Never before the settle time (the call's deadline
 * plus the time that the network may take to show a post): a look too early sees nothing and would send twice.
 *
 * @returns `go_on` when the publish can continue from what is now known
 */
export async function settleDoubt(
  db: Database,
  work: Work,
  lease: Lease,
  stop: AbortSignal,
): Promise<PublishResult | 'go_on'> {
  const { sending } = work.progress
  if (!sending) return 'go_on'
  const { visibilityLagMs } = channelSettings(work.claim.channel)
  const wait = await secondsToWait(db, work, sending, (callDeadlineMs() + visibilityLagMs) / 1000)
  if (wait > 0) return waitFor(db, work, wait)
  const known = await knownIds(db, work)
  const isStrangers = repeatsAnotherPost(work.progress, sending, known)
  const found = await look(db, work, sending, known, stop)
  if (found instanceof ChannelFault) return afterFailedLook(db, work, found, isStrangers)
  if (found.state === 'found') {
    await lease.adopt(sending.step, found.result)
    return 'go_on'
  }
  if (found.state === 'cannot_ask') return isStrangers ? failDuplicate(db, work) : unknown(db, work, found.reason)
  if (sending.looks + 1 < looksNeeded) {
    await countLook(db, work)
    return waitFor(db, work, Math.max(0.5, visibilityLagMs / 4_000))
  }
  if (isStrangers) return failDuplicate(db, work)
  if (found.isResembled) return unknown(db, work, 'a post of that time says nearly the same')
  // Then what was looked for is not what was sent.
  if (textHashOf(work.post, sending.step) !== sending.text_hash) return unknown(db, work, 'its text is another by now')
  return afterAbsence(db, work, lease, sending)
}

/**
 * The network refused the send as a duplicate of another post: this row sent nothing before, or the refusal names a post
 * of another row. Without this, a duplicate refusal after an ambiguous send means that the first one landed.
 */
function repeatsAnotherPost(progress: Progress, sending: Sending, known: readonly string[]): boolean {
  if (!sending.is_duplicate_refused || sending.is_own_duplicate) return false
  if (sending.duplicate_of !== undefined && known.includes(sending.duplicate_of)) return true
  return earlierSend(progress, sending.step, sending.text_hash) === null
}

function failDuplicate(db: Database, work: Work): Promise<PublishResult> {
  const { name } = channels[work.claim.channel]
  const reason = `${name} refused this as a duplicate of an earlier post of the account. Change the text and retry.`
  return settleFailed(db, work, { reason, category: 'content', code: 'duplicate', wasAttempted: true })
}

/** Not listed: sent once more, unless a duplicate refusal shows that it is there all the same, or its hour is over. */
async function afterAbsence(
  db: Database,
  work: Work,
  lease: Lease,
  sending: Sending,
): Promise<PublishResult | 'go_on'> {
  if (sending.is_duplicate_refused) {
    return unknown(db, work, 'it refused a second send as a duplicate, so the first one probably went out')
  }
  if (await isStale(db, work)) {
    return settleFailed(db, work, { reason: 'stale-scheduled', category: 'other', code: 'stale', wasAttempted: true })
  }
  await lease.withdraw()
  return 'go_on'
}

/**
 * Seconds until this doubt may be looked into: until its settle time is over, and until no other row of the account, of
 * whatever project, with the same text is being sent or has been in doubt for longer. Otherwise two rows could adopt
 * one post.
 */
async function secondsToWait(db: Database, { claim }: Work, sending: Sending, settleSeconds: number): Promise<number> {
  const { rows } = await sql<{ left: number; blocked: boolean }>`
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
      ) as blocked
    from queue_items own where own.id = ${claim.id}`.execute(db)
  const row = rows[0]
  if (!row) throw new LeaseLost()
  return row.left > 0 ? row.left : row.blocked ? 2 : 0
}

/** A clock that is further ahead of the network's than this would hide a post: it seems to be from before the send. */
const skewMaxMs = 30_000

async function look(
  db: Database,
  work: Work,
  sending: Sending,
  known: string[],
  stop: AbortSignal,
): Promise<FindResult | ChannelFault> {
  if (!work.connection?.credentials) return { state: 'cannot_ask', reason: 'the account is no longer connected' }
  // After an earlier doubt, a duplicate refusal is about the earlier send.
  const earlier = earlierSend(work.progress, sending.step, sending.text_hash)
  const sentAt = new Date((sending.is_duplicate_refused && earlier?.sent_at) || sending.sent_at)
  const doubt = {
    step: sending.step,
    sentAt,
    steps: work.progress.done ?? {},
    knownIds: known,
    duplicateOf: earlier ? (sending.duplicate_of ?? null) : null,
  }
  const heard: Date[] = []
  const ask = (asked: Doubt) => findOrFault(work, asked, stop, (date) => heard.push(date))
  const found = await ask(doubt)
  const theirs = heard.at(-1)
  if (!theirs || (!(found instanceof ChannelFault) && found.state !== 'absent')) return found
  const aheadMs = (await databaseTime(db)).getTime() - theirs.getTime()
  return aheadMs > skewMaxMs ? ask({ ...doubt, sentAt: new Date(sentAt.getTime() - aheadMs) }) : found
}

async function findOrFault(
  work: Work,
  doubt: Doubt,
  stop: AbortSignal,
  hear: (date: Date) => void,
): Promise<FindResult | ChannelFault> {
  const signal = AbortSignal.any([stop, deadlineIn(callDeadlineMs())])
  try {
    return await channels[work.claim.channel].find(work.post, accountOf(work), doubt, { signal, hear })
  } catch (error) {
    if (error instanceof ChannelFault) return error
    throw error
  }
}

async function databaseTime(db: Database): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  if (!rows[0]) throw new LeaseLost()
  return rows[0].now
}

/** The look itself failed: look again later, until the row is stale. */
async function afterFailedLook(
  db: Database,
  work: Work,
  fault: ChannelFault,
  isStrangers: boolean,
): Promise<PublishResult> {
  const seconds = fault.isAuthDead ? await regainAccess(db, work, fault) : null
  if (seconds !== null && !(await isStale(db, work))) return waitFor(db, work, seconds)
  if (!fault.isRetryable || (await isStale(db, work)))
    return isStrangers ? failDuplicate(db, work) : unknown(db, work, wordsAtTheEnd(fault).replace(/\.$/, ''))
  return waitFor(db, work, await secondsUntilNextLook(db, work, fault))
}

/** The older the doubt, the longer, so that a network that is away for long is not asked at one pace all the while. */
async function secondsUntilNextLook(db: Database, { progress }: Work, fault: ChannelFault): Promise<number> {
  const sentMs = Date.parse(progress.sending?.sent_at ?? '')
  const ageSeconds = ((await databaseTime(db)).getTime() - sentMs) / 1000
  const tries = { attempts: 1, ofFault: 0 }
  return Math.max(5, fault.retryAt ? 0 : ageSeconds / 4, retryDelaySeconds(fault, tries, systemClock()))
}

/** Whoever sends it again decides so knowing that it may be out already. */
export function unknown(db: Database, work: Work, why: string): Promise<PublishResult> {
  return settleFailed(db, work, {
    reason: 'outcome_unknown',
    category: 'other',
    code: 'outcome_unknown',
    detail: `Nobody can tell whether ${channels[work.claim.channel].name} has this post: ${why}. Look at the account before sending it again.`,
    wasAttempted: true,
  })
}

async function countLook(db: Database, { claim }: Work): Promise<void> {
  await sql`
    update queue_items set
      progress = jsonb_set(progress, '{sending,looks}', to_jsonb((progress #>> '{sending,looks}')::int + 1))
    where id = ${claim.id} and fence = ${claim.fence} and progress ? 'sending'`.execute(db)
}

async function isStale(db: Database, { claim }: Work): Promise<boolean> {
  const row = await db
    .selectFrom('queue_items')
    .select(sql<boolean>`scheduled_at < now() - make_interval(secs => ${staleAfterSeconds})`.as('is_stale'))
    .where('id', '=', claim.id)
    .executeTakeFirst()
  return row?.is_stale ?? false
}
