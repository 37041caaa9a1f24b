import { sql, type Transaction } from 'kysely'
import type { Published } from '@/lib/channels/channel'
import { perDatabase } from '@/lib/db/coalesce'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { planComments, plannedColumns } from '@/lib/first-comments/repository'
import { log } from '@/lib/logger'
import { planSyncsOf } from '@/lib/metrics/sync/plan-syncs'
import type { Pin } from '@/lib/queue-items/pin-state'
import { isFirstPublicStep } from '@/lib/queue-items/started'
import { endAttempt } from '../attempt/attempt-log'
import type { PublicResults } from '../attempt/leased-run'
import { batchWindow } from '../claim/batch-window'
import { LeaseLost } from '../claim/lease'
import type { PublishContext } from '../claim/publish-context'
import { settleFailed } from './failed'
import type { PublishResult } from './publish-result'
import { updateStories } from './update-stories'

/** A settle that waits longer for the lock of its story commits the result of the call first. */
const lateMs = 2_000

type Posting = { context: PublishContext; published: Published; attemptId: string; results: PublicResults | null }

/**
 * The post is public. Writes row, story, event and attempt log in one transaction, with the fence.
 *
 * @param results of the call that published, if they are not committed yet
 */
export async function settlePosted(
  db: Database,
  context: PublishContext,
  published: Published,
  attemptId: string,
  results: PublicResults | null = null,
): Promise<PublishResult> {
  const { claim } = context
  // Without an id the post cannot be opened, measured or distinguished from others.
  if (published.externalId === '') {
    await results?.save()
    return settleFailed(db, context, { ...withoutId, attemptId })
  }
  const late = results && setTimeout(() => void results.save().catch(() => {}), lateMs)
  try {
    if (!(await postMany(db, { context, published, attemptId, results }))) throw new LeaseLost()
  } catch (error) {
    await results?.save().catch(() => {})
    if (isAdoptedTwice(error)) return backIntoDoubt(db, context, attemptId)
    throw error
  } finally {
    if (late) clearTimeout(late)
  }
  log.info('publish.posted', { queue_item_id: claim.id, channel: claim.channel, url: published.url })
  return 'posted'
}

const withoutId = {
  reason: 'outcome_unknown',
  category: 'other',
  code: 'no_post_id',
  detail: 'The network finished this post without returning its id. Check the account before sending it again.',
  wasAttempted: true,
} as const

/** Settles posts that were published at the same time in one transaction. False: the row is no longer ours. */
const postMany = perDatabase(
  (db, postings: Posting[]) =>
    transaction(db, async (tx) => {
      const held = await markPosted(tx, postings)
      const ours = postings.filter(({ context }) => held.has(context.claim.id))
      if (ours.length > 0) await updateStories(tx, ours.map(outcomeOf))
      return postings.map(({ context }) => held.has(context.claim.id))
    }),
  batchWindow,
)

const outcomeOf = ({ context: { claim }, published }: Posting) => ({
  storyId: claim.story_id,
  posted: { channel: claim.channel, url: published.url },
})

/**
 * Locks the stories, marks the rows as posted, ends their attempts and plans their metrics and first comments, all in one
 * statement.
 *
 * @returns the ids of the rows that were still ours
 */
async function markPosted(tx: Transaction<DB>, postings: Posting[]): Promise<Set<string>> {
  const given = postings.map(({ context, published, attemptId, results }) => ({
    id: context.claim.id,
    fence: context.claim.fence,
    story_id: context.claim.story_id,
    external_id: published.externalId,
    url: published.url,
    connection_id: context.connection?.id ?? null,
    attempt_id: attemptId,
    outcome: context.progress.adopted ? 'adopted' : 'posted',
    snapshot: pinReminder(context),
    results: results?.results ?? null,
    first_comment: context.post.firstComment ?? null,
    comment_on: published.lastPartId ?? published.externalId,
    account_id: context.connection?.account_id ?? context.progress.account ?? '',
  }))
  const { rows } = await sql<{ id: string }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as g (id uuid, fence bigint, story_id uuid, external_id text, url text, connection_id uuid, attempt_id uuid,
            outcome text, snapshot jsonb, results jsonb, ${plannedColumns})
    ), locked as materialized (
      -- Stories before their rows, in the same order as everywhere, so that no two transactions deadlock.
      select id from stories where id in (select story_id from given) order by id for update
    ), posted as (
      update queue_items q set
        status = 'posted', external_id = g.external_id, published_url = g.url, published_at = now(),
        connection_id = g.connection_id, skip_reason = null, skip_category = null, provider_code = null,
        data_snapshot = q.data_snapshot - 'parts_out' || g.snapshot,
        progress = case when g.results is null then q.progress
          else jsonb_set(q.progress - 'sending', '{done}', coalesce(q.progress -> 'done', '{}') || g.results) end,
        lease_until = null, lease_owner = null, next_attempt_at = null, updated_at = now()
      from given g join locked on locked.id = g.story_id
      where q.id = g.id and q.fence = g.fence and q.status = 'approved'
      returning q.id, q.story_id, q.project_id, q.channel, q.connection_id, q.published_at
    ), ended as (
      update publish_attempts a set outcome = g.outcome, finished_at = now(), message = g.url
      from given g join posted on posted.id = g.id
      where a.id = g.attempt_id
    ), ${planSyncsOf('posted')}${planComments(given, 'given', 'posted')}
    select id from posted`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Instagram's API cannot pin, so a user is reminded to. A 24-hour story is never in the grid. */
function pinReminder({ post }: PublishContext): { pin?: Pin } {
  if (!post.pinToGrid || post.postType === 'story') return {}
  return { pin: { state: 'to_do', until: post.pinToGrid.until?.toISOString() ?? null } }
}

const isAdoptedTwice = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'queue_items_one_per_post'

/** Another row has this post, so the adopted post was not ours. Our own send is in doubt again. */
async function backIntoDoubt(db: Database, context: PublishContext, attemptId: string): Promise<PublishResult> {
  const { claim, progress } = context
  const { adopted } = progress
  if (!adopted || !isFirstPublicStep(adopted.step)) {
    const detail = 'The network returned the id of a post that belongs to another item. Check the account.'
    const failure = { reason: 'outcome_unknown', category: 'other', code: 'post_taken', detail } as const
    return settleFailed(db, context, { ...failure, wasAttempted: true, attemptId })
  }
  await transaction(db, async (tx) => {
    await endAttempt(tx, attemptId, { outcome: 'in_doubt', message: 'Another item has this post. Checking again.' })
    const sending = JSON.stringify({ ...adopted, looks: 0 })
    await sql`
      update queue_items set
        progress = (progress #- array['done', ${adopted.step}]::text[] - 'adopted') || jsonb_build_object('sending', ${sending}::jsonb),
        lease_until = null, lease_owner = null, next_attempt_at = now() + interval '1 second'
      where id = ${claim.id} and fence = ${claim.fence}`.execute(tx)
  })
  return 'waiting'
}
