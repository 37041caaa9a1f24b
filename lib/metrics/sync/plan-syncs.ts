import { type RawBuilder, sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { graceSeconds, planRows, syncAfterSeconds } from './plan'

const plan = sql`jsonb_to_recordset(${planRows}::jsonb) as plan (channel text, kind text, after_seconds integer)`

/**
 * CTEs that plan the readings of posted rows. The last one, `planned`, returns the `queue_item_id` of each reading.
 *
 * @param source CTE of the posted rows: `id`, `story_id`, `project_id`, `channel`, `connection_id`, `published_at`
 */
export const planSyncsOf = (source: string, { isBackfill = false } = {}): RawBuilder<unknown> => sql`
  counted as (
    insert into post_metrics (queue_item_id, story_id, project_id, channel, published_at)
    select id, story_id, project_id, channel, published_at from ${sql.table(source)}
    on conflict do nothing
  ), planned as (
    insert into metric_syncs
      (queue_item_id, kind, project_id, channel, connection_id, due_at, next_attempt_at, is_backfill)
    select p.id, plan.kind, p.project_id, p.channel, p.connection_id,
      p.published_at + make_interval(secs => plan.after_seconds),
      p.published_at + make_interval(secs => plan.after_seconds), ${isBackfill}::boolean
    from ${sql.table(source)} p join ${plan} on plan.channel = p.channel
    on conflict do nothing
    returning queue_item_id
  )`

/**
 * Plans readings of posts of the last week that have none, as after an update or a manual repair.
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
    ), ${planSyncsOf('missing', { isBackfill: true })}
    select distinct queue_item_id from planned`.execute(db)
  return rows.length
}

/** Gives up readings that are too late. */
export async function endMissed(db: Database): Promise<void> {
  const last = syncAfterSeconds['7d'] + graceSeconds
  await sql`
    update metric_syncs s set done_at = now(), outcome = 'missed', next_attempt_at = null, lease_owner = null
    from ${plan}
    where plan.channel = s.channel and plan.kind = s.kind and s.done_at is null
      and s.due_at < now() - make_interval(secs => ${last} - plan.after_seconds)
      and (s.lease_owner is null or s.next_attempt_at <= now())`.execute(db)
}
