import { type Selectable, sql, type Transaction } from 'kysely'
import type { Published } from '@/lib/channels/channel'
import { type ChannelFault, type FaultCategory, wordsAtTheEnd } from '@/lib/channels/fault'
import { systemClock } from '@/lib/clock'
import { markRevoked as revoke } from '@/lib/connections/notices'
import { perDatabase } from '@/lib/db/coalesce'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB, QueueItems } from '@/lib/db/types.generated'
import { log } from '@/lib/logger'
import type { Pin } from '@/lib/queue/pin-state'
import { closeLastAttempt, endAttempt } from './attempts'
import { isFirstPublicStep } from './begun'
import { gathered, retryDelaySeconds, staleAfterSeconds } from './delays'
import { earlier, LeaseLost } from './lease'
import { type PartsOut, withPartsOut } from './parts-out'
import type { Progress } from './progress'
import type { PublishResult } from './publish-item'
import { lockStories, settleStories } from './settle-stories'
import type { Work } from './work'

/** How a row ends without a post. `reason` becomes its `skip_reason`. */
export type Failure = {
  reason: string
  category: FaultCategory
  code: string
  /** More for the timeline than the reason says. */
  detail?: string
  /** False for a refusal before any attempt, which is announced as `story.skipped` too. */
  wasAttempted: boolean
  attemptId?: string
  providerStatus?: number | null
  providerAnswer?: string | null
  supersededBy?: string
  /** Of a chain that broke off. */
  partsOut?: PartsOut
}

const nameless = {
  reason: 'outcome_unknown',
  category: 'other',
  code: 'no_post_id',
  detail: 'The network was done with this post and named none. Look at the account before sending it again.',
  wasAttempted: true,
} as const

type Posting = { work: Work; published: Published; attemptId: string }

/** The post is public: row, story, event and ledger in one transaction, under the fence. */
export async function settlePosted(
  db: Database,
  work: Work,
  published: Published,
  attemptId: string,
): Promise<PublishResult> {
  const { claim } = work
  // Nothing that could be looked at, read or taken for a second post: so it is not known to be one.
  if (published.externalId === '') return settleFailed(db, work, { ...nameless, attemptId })
  try {
    if (!(await postMany(db, { work, published, attemptId }))) throw new LeaseLost()
  } catch (error) {
    if (isSecondAdoption(error)) return backIntoDoubt(db, work, attemptId)
    throw error
  }
  log.info('publish.posted', { queue_item_id: claim.id, channel: claim.channel, url: published.url })
  return 'posted'
}

/** Posts that have come out at the same time, settled in one transaction. False: the row is no longer ours. */
const postMany = perDatabase(
  (db, postings: Posting[]) =>
    transaction(db, async (tx) => {
      await lockStories(tx, [...new Set(postings.map(({ work }) => work.claim.story_id))])
      const held = await markPosted(tx, postings)
      const ours = postings.filter(({ work }) => held.has(work.claim.id))
      if (ours.length > 0) await settleStories(tx, ours.map(happeningOf))
      return postings.map(({ work }) => held.has(work.claim.id))
    }),
  { ...gathered, maxItems: 50 },
)

const happeningOf = ({ work: { claim }, published }: Posting) => ({
  storyId: claim.story_id,
  posted: { channel: claim.channel, url: published.url },
})

/** @returns the ids of the rows that were still ours to mark */
async function markPosted(tx: Transaction<DB>, postings: Posting[]): Promise<Set<string>> {
  const given = postings.map(({ work, published, attemptId }) => ({
    id: work.claim.id,
    fence: work.claim.fence,
    external_id: published.externalId,
    url: published.url,
    connection_id: work.connection?.id ?? null,
    attempt_id: attemptId,
    outcome: work.progress.adopted ? 'adopted' : 'posted',
    snapshot: pinReminder(work),
  }))
  const { rows } = await sql<{ id: string }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as g (id uuid, fence bigint, external_id text, url text, connection_id uuid, attempt_id uuid, outcome text,
            snapshot jsonb)
    ), posted as (
      update queue_items q set
        status = 'posted', external_id = g.external_id, published_url = g.url, published_at = now(),
        connection_id = g.connection_id, skip_reason = null, skip_category = null, provider_code = null,
        data_snapshot = q.data_snapshot - 'parts_out' || g.snapshot,
        lease_until = null, lease_owner = null, next_attempt_at = null, updated_at = now()
      from given g
      where q.id = g.id and q.fence = g.fence and q.status = 'approved'
      returning q.id
    ), ended as (
      update publish_attempts a set outcome = g.outcome, finished_at = now(), message = g.url
      from given g join posted on posted.id = g.id
      where a.id = g.attempt_id
    )
    select id from posted`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** The network has no way to pin, so a person is reminded of it from now on. A story of a day is never in the grid. */
function pinReminder({ post }: Work): { pin?: Pin } {
  if (!post.pinToGrid || post.postType === 'story') return {}
  return { pin: { state: 'to_do', until: post.pinToGrid.until?.toISOString() ?? null } }
}

const released = {
  lease_until: null,
  lease_owner: null,
  next_attempt_at: null,
  updated_at: sql<Date>`now()`,
} as const

const isSecondAdoption = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'queue_items_one_per_post'

/** Another row holds this post. What was adopted was not ours, so our own send is still in doubt. */
async function backIntoDoubt(db: Database, work: Work, attemptId: string): Promise<PublishResult> {
  const { claim, progress } = work
  const { adopted } = progress
  if (!adopted || !isFirstPublicStep(adopted.step)) {
    const detail = 'The network gave this post the name of one that belongs to another item. Look at the account.'
    const failure = { reason: 'outcome_unknown', category: 'other', code: 'post_taken', detail } as const
    return settleFailed(db, work, { ...failure, wasAttempted: true, attemptId })
  }
  await transaction(db, async (tx) => {
    await endAttempt(tx, attemptId, { outcome: 'in_doubt', message: 'Another row has this post; asking again.' })
    const sending = JSON.stringify({ ...adopted, looks: 0 })
    await sql`
      update queue_items set
        progress = (progress #- array['done', ${adopted.step}]::text[] - 'adopted') || jsonb_build_object('sending', ${sending}::jsonb),
        lease_until = null, lease_owner = null, next_attempt_at = now() + interval '1 second'
      where id = ${claim.id} and fence = ${claim.fence}`.execute(tx)
  })
  return 'waiting'
}

/** The row will not be posted: its reason, the story's status and the events in one transaction, under the fence. */
export async function settleFailed(db: Database, work: Work, given: Failure): Promise<PublishResult> {
  const { claim } = work
  const { code } = given
  await transaction(db, async (tx) => {
    await lockStories(tx, [claim.story_id])
    const failure = await withWhatIsOut(tx, work, given)
    const failed = await failRow(tx, claim, failure)
    if (failure.attemptId) {
      await endAttempt(tx, failure.attemptId, {
        outcome: 'failed',
        ...failure,
        message: failure.detail ?? failure.reason,
      })
    } else if (failure.wasAttempted) {
      await closeLastAttempt(tx, claim.id, failure)
    }
    await settleStories(tx, [{ storyId: claim.story_id, failed: { item: failed, failure } }])
  })
  log.warn('publish.failed', { queue_item_id: claim.id, channel: claim.channel, code })
  return 'failed'
}

async function withWhatIsOut(tx: Transaction<DB>, { claim, post }: Work, failure: Failure): Promise<Failure> {
  if (!post.thread) return failure
  const { progress } = await tx
    .selectFrom('queue_items')
    .select('progress')
    .where('id', '=', claim.id)
    .executeTakeFirstOrThrow(() => new LeaseLost())
  return withPartsOut(failure, post.thread.length, progress as Progress)
}

/** Marks a row failed when it still stands as the caller saw it. */
export async function failRow(
  tx: Transaction<DB>,
  seen: { id: string; fence: number },
  failure: Failure,
): Promise<Selectable<QueueItems>> {
  const row = await tx
    .updateTable('queue_items')
    .set({
      status: 'failed',
      failed_at: sql<Date>`now()`,
      skip_reason: failure.reason,
      skip_category: failure.category,
      provider_code: failure.code,
      data_snapshot: sql<string>`data_snapshot - 'parts_out' || ${JSON.stringify(snapshotOf(failure))}::jsonb`,
      // If someone retries, a duplicate refusal is evidence that the send in doubt landed.
      progress: sql<string>`(progress - 'sending') || case when progress ? 'sending' then ${earlier} else '{}' end`,
      ...released,
    })
    .where('id', '=', seen.id)
    .where('fence', '=', seen.fence)
    .where('status', '=', 'approved')
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new LeaseLost()
  return row
}

const snapshotOf = ({ supersededBy, partsOut }: Failure): object => ({
  ...(supersededBy ? { superseded_by_queue_item_id: supersededBy } : {}),
  ...(partsOut ? { parts_out: partsOut } : {}),
})

/** What a fault of the network makes of the row: a later try, a doubt, or the end. */
export async function settleFault(
  db: Database,
  work: Work,
  fault: ChannelFault,
  attemptId: string,
): Promise<PublishResult> {
  const standing = await standingOf(db, work, fault)
  const { is_sending: isInDoubt, seconds_left: secondsLeft, tries } = standing
  if (isInDoubt && (fault.outcome === 'unknown' || fault.isDuplicate)) return leaveInDoubt(db, work, fault, attemptId)
  if (fault.isAuthDead) await markRevoked(db, work, fault.message)
  const delay = retryDelaySeconds(fault, { attempts: work.item.attempt_count, ofFault: tries }, systemClock())
  if (fault.category === 'rate' && fault.isRetryable) await pauseConnection(db, work, delay)
  const isWorthIt = fault.isRetryable && !fault.isAuthDead
  const isUsedUp = fault.triesMax !== null && tries >= fault.triesMax
  if (isWorthIt && !isUsedUp && delay < secondsLeft) {
    await transaction(db, async (tx) => {
      await endAttempt(tx, attemptId, { outcome: 'retry', ...factsOf(fault) })
      await release(tx, work, delay, sql`progress - 'sending'`)
    })
    return 'waiting'
  }
  const message = isWorthIt ? wordsAtTheEnd(fault, isUsedUp ? noUse : noTime) : fault.message
  return settleFailed(db, work, {
    ...(standing.is_sent ? sentAndUnknown(message) : failureOf(work, fault, message)),
    attemptId,
    providerStatus: fault.providerStatus,
    providerAnswer: fault.answer,
  })
}

const failureOf = ({ claim }: Work, fault: ChannelFault, message: string): Failure => ({
  reason: fault.isAuthDead ? `oauth_revoked:${claim.channel}` : message,
  category: fault.category,
  code: fault.code,
  detail: message,
  wasAttempted: !fault.isAuthDead,
})

/** A network may take a post and process it for longer than the row's hour: nobody may believe that it is not out. */
const sentAndUnknown = (message: string): Failure => ({
  reason: 'outcome_unknown',
  category: 'other',
  code: 'outcome_unknown',
  detail: `The network took the post, and it may come out yet: ${message} Look at the account before sending it again.`,
  wasAttempted: true,
})

/** Why a fault that may pass ended a row: words that promise another try would be read by somebody who waits for it. */
const noTime = 'There was no time left to try again.'
const noUse = 'Trying again did not help.'

const factsOf = (fault: ChannelFault) => ({
  category: fault.category,
  code: fault.code,
  message: fault.message,
  providerStatus: fault.providerStatus,
  providerAnswer: fault.answer,
})

type Standing = { is_sending: boolean; is_sent: boolean; seconds_left: number; tries: number }

/**
 * Whether a send of the row is in doubt or was taken, what is left of its hour by the database's clock, and how often in that hour
 * it was tried again after this very fault.
 */
async function standingOf(db: Database, { claim }: Work, { code }: ChannelFault): Promise<Standing> {
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

async function leaveInDoubt(db: Database, work: Work, fault: ChannelFault, attemptId: string): Promise<PublishResult> {
  const progress = fault.isDuplicate
    ? sql`jsonb_set(progress, '{sending}', (progress -> 'sending') || ${JSON.stringify({
        is_duplicate_refused: true,
        ...(fault.isOwnDuplicate ? { is_own_duplicate: true } : {}),
        ...(fault.duplicateOf ? { duplicate_of: fault.duplicateOf } : {}),
      })}::jsonb)`
    : sql`progress`
  await transaction(db, async (tx) => {
    await endAttempt(tx, attemptId, { outcome: 'in_doubt', ...factsOf(fault) })
    await release(tx, work, 0, progress)
  })
  return 'waiting'
}

/** Gives the row back without an attempt having been made, to be looked at again in so many seconds. */
export async function waitFor(db: Database, work: Work, seconds: number): Promise<PublishResult> {
  await release(db, work, seconds, sql`progress`)
  return 'waiting'
}

async function release(
  db: Database,
  { claim }: Work,
  seconds: number,
  progress: ReturnType<typeof sql>,
): Promise<void> {
  const { rows } = await sql`
    update queue_items set
      progress = ${progress}, lease_until = null, lease_owner = null, claims = 0,
      next_attempt_at = now() + make_interval(secs => ${seconds}), updated_at = now()
    where id = ${claim.id} and fence = ${claim.fence} and status = 'approved'
    returning id`.execute(db)
  if (rows.length === 0) throw new LeaseLost()
}

/** The network does not accept the connection's credentials any more: its other rows are refused before they are tried. */
export async function markRevoked(db: Database, { connection }: Work, message: string): Promise<void> {
  if (connection) await revoke(db, connection, message)
}

/** No row of the account is taken meanwhile. Of two pauses the longer one holds. */
async function pauseConnection(db: Database, { connection }: Work, seconds: number): Promise<void> {
  if (!connection) return
  await db
    .updateTable('social_connections')
    .set({ paused_until: sql<Date>`greatest(paused_until, now() + make_interval(secs => ${seconds}))` })
    .where('id', '=', connection.id)
    .where('project_id', '=', connection.project_id)
    .execute()
}
