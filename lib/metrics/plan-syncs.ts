import { sql, type Transaction } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { graceSeconds, planRows, syncAfterSeconds } from './plan'

const plan = sql`jsonb_to_recordset(${planRows}::jsonb) as plan (channel text, kind text, after_seconds integer)`

/** Plans the readings of rows that were just posted, in the transaction that posts them: one statement for all. */
export async function planSyncs(
  tx: Transaction<DB>,
  posted: readonly { storyId: string; channel: string }[],
): Promise<void> {
  if (posted.length === 0) return
  const given = JSON.stringify(posted.map(({ storyId, channel }) => ({ story_id: storyId, channel })))
  await sql`
    with posted as (
      select q.id, q.story_id, q.project_id, q.channel, q.connection_id, q.published_at
      from jsonb_to_recordset(${given}::jsonb) as g (story_id uuid, channel text)
      join queue_items q on q.story_id = g.story_id and q.channel = g.channel and q.status = 'posted'
    ), counted as (
      insert into post_metrics (queue_item_id, story_id, project_id, channel, published_at)
      select id, story_id, project_id, channel, published_at from posted
      on conflict do nothing
    )
    insert into metric_syncs (queue_item_id, kind, project_id, channel, connection_id, due_at, next_attempt_at)
    select posted.id, plan.kind, posted.project_id, posted.channel, posted.connection_id,
      posted.published_at + make_interval(secs => plan.after_seconds),
      posted.published_at + make_interval(secs => plan.after_seconds)
    from posted join ${plan} on plan.channel = posted.channel
    on conflict do nothing`.execute(tx)
}

/**
 * Plans what was never planned: posts of the last week without a single row, as after an update or a repair by hand.
 *
 * @returns how many posts there were
 */
export async function backfillSyncs(db: Database): Promise<number> {
  const { rows } = await sql<{ queue_item_id: string }>`
    with missing as (
      select q.id, q.story_id, q.project_id, q.channel, q.connection_id, q.published_at
      from queue_items q
      where q.status = 'posted' and q.published_at > now() - make_interval(secs => ${syncAfterSeconds['7d']})
        and not exists (select from metric_syncs s where s.queue_item_id = q.id)
      order by q.published_at desc limit 5000
    ), counted as (
      insert into post_metrics (queue_item_id, story_id, project_id, channel, published_at)
      select id, story_id, project_id, channel, published_at from missing
      on conflict do nothing
    ), planned as (
      insert into metric_syncs
        (queue_item_id, kind, project_id, channel, connection_id, due_at, next_attempt_at, is_backfill)
      select missing.id, plan.kind, missing.project_id, missing.channel, missing.connection_id,
        missing.published_at + make_interval(secs => plan.after_seconds),
        missing.published_at + make_interval(secs => plan.after_seconds), true
      from missing join ${plan} on plan.channel = missing.channel
      on conflict do nothing
      returning queue_item_id
    )
    select distinct queue_item_id from planned`.execute(db)
  return rows.length
}

/** Ends what can no longer be made up for. */
export async function endMissed(db: Database): Promise<void> {
  const last = syncAfterSeconds['7d'] + graceSeconds
  await sql`
    update metric_syncs s set done_at = now(), outcome = 'missed', next_attempt_at = null, lease_owner = null
    from ${plan}
    where plan.channel = s.channel and plan.kind = s.kind and s.done_at is null
      and s.due_at < now() - make_interval(secs => ${last} - plan.after_seconds)
      and (s.lease_owner is null or s.next_attempt_at <= now())`.execute(db)
}
