import { type Selectable, sql, type Transaction } from 'kysely'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB, QueueItems } from '@/lib/db/types.generated'
import { log } from '@/lib/logger'
import type { Progress } from '@/lib/queue-items/progress'
import { lockStoryRows } from '@/lib/stories/rows/lock-stories'
import { endAttempt, failLastAttempt } from '../attempt/attempt-log'
import { earlierSendSql, LeaseLost } from '../claim/lease'
import type { PublishContext } from '../claim/publish-context'
import type { Failure } from './failure'
import type { PublishResult } from './publish-result'
import { withThreadProgress } from './thread-progress'
import { updateStories } from './update-stories'

/** Fails a row. Writes row, story, events and attempt log in one transaction, with the fence. */
export async function settleFailed(db: Database, context: PublishContext, given: Failure): Promise<PublishResult> {
  const { claim } = context
  const { code } = given
  await transaction(db, async (tx) => {
    await lockStoryRows(tx, [claim.story_id])
    const failure = await withPublicParts(tx, context, given)
    const item = await failRow(tx, claim, failure)
    if (failure.attemptId) {
      const message = failure.detail ?? failure.reason
      await endAttempt(tx, failure.attemptId, { outcome: 'failed', ...failure, message })
    } else if (failure.wasAttempted) {
      await failLastAttempt(tx, claim.id, failure)
    }
    await updateStories(tx, [{ storyId: claim.story_id, failed: { item, failure } }])
  })
  log.warn('publish.failed', { queue_item_id: claim.id, channel: claim.channel, code })
  return 'failed'
}

async function withPublicParts(
  tx: Transaction<DB>,
  { claim, post }: PublishContext,
  failure: Failure,
): Promise<Failure> {
  if (!post.thread) return failure
  const { progress } = await tx
    .selectFrom('queue_items')
    .select('progress')
    .where('id', '=', claim.id)
    .executeTakeFirstOrThrow(() => new LeaseLost())
  return withThreadProgress(failure, post.thread.length, progress as Progress)
}

/**
 * Marks a row as failed.
 *
 * @throws LeaseLost when the row changed since the caller read it
 */
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
      // After a manual retry, a duplicate refusal is evidence that the send in doubt succeeded.
      progress: sql<string>`(progress - 'sending') || case when progress ? 'sending' then ${earlierSendSql} else '{}' end`,
      lease_until: null,
      lease_owner: null,
      next_attempt_at: null,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', seen.id)
    .where('fence', '=', seen.fence)
    .where('status', '=', 'approved')
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new LeaseLost()
  return row
}

const snapshotOf = ({ supersededBy, threadProgress }: Failure): object => ({
  ...(supersededBy ? { superseded_by_queue_item_id: supersededBy } : {}),
  ...(threadProgress ? { parts_out: threadProgress } : {}),
})
