import { sql, type Transaction } from 'kysely'
import { type MetricName, metricNames, type PostReading } from '@/lib/channels/metrics/metrics'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { newId } from '@/lib/ids'
import { lockStoryRows } from '@/lib/stories/rows/lock-stories'
import { clicksOf } from '@/lib/tracking/clicks'
import { updateTotals } from '../totals'
import type { ClaimedSync } from './claim'
import { reliableKinds } from './plan'

/** A finished reading: with numbers, without, or with the post gone from the network. */
export type ReadSync = { sync: ClaimedSync; reading: PostReading | null; isGone: boolean }

/**
 * Stores readings and updates posts, queue items and stories, in one transaction. A reading claimed by another worker
 * in the meantime is dropped: that worker has newer numbers.
 */
export async function settleReadings(db: Database, owner: string, read: readonly ReadSync[]): Promise<void> {
  const [first] = read
  if (!first) return
  // All readings of one call belong to one account, and so to one project.
  const itemIds = read.map(({ sync }) => sync.queue_item_id)
  const clicks = await clicksOf(db, first.sync.project_id, itemIds)
  await transaction(db, async (tx) => {
    await lockStoryRows(tx, [...new Set(read.map(({ sync }) => sync.story_id))])
    const ended = await endSyncs(tx, owner, read)
    const ours = read.filter(({ sync }) => ended.has(`${sync.queue_item_id} ${sync.kind}`))
    if (ours.length === 0) return
    const found = ours.filter(({ isGone }) => !isGone)
    await insertReadings(tx, found, clicks)
    await updatePosts(tx, found, clicks)
    await updateTotals(tx, [...new Set(found.map(({ sync }) => sync.story_id))])
    await writeTimeline(tx, ours)
  })
}

/** Ends our readings, earlier ones of the same posts, and all remaining ones of posts that are gone. */
async function endSyncs(tx: Transaction<DB>, owner: string, read: readonly ReadSync[]): Promise<Set<string>> {
  const given = JSON.stringify(
    read.map(({ sync, isGone }) => ({ queue_item_id: sync.queue_item_id, kind: sync.kind, is_gone: isGone })),
  )
  const { rows } = await sql<{ queue_item_id: string; kind: string }>`
    with given as (
      select * from jsonb_to_recordset(${given}::jsonb) as g (queue_item_id uuid, kind text, is_gone boolean)
    ), ended as (
      update metric_syncs s set
        done_at = now(), outcome = case when g.is_gone then 'gone' else 'read' end,
        next_attempt_at = null, lease_owner = null, last_error = null
      from given g
      where s.queue_item_id = g.queue_item_id and s.kind = g.kind and s.lease_owner = ${owner} and s.done_at is null
      returning s.queue_item_id, s.kind, s.due_at, g.is_gone
    ), others as (
      update metric_syncs s set
        done_at = now(), outcome = case when ended.is_gone then 'gone' else 'superseded' end,
        next_attempt_at = null, lease_owner = null
      from ended
      where s.queue_item_id = ended.queue_item_id and s.kind <> ended.kind and s.done_at is null
        and (ended.is_gone or s.due_at < ended.due_at)
    )
    select queue_item_id, kind from ended`.execute(tx)
  return new Set(rows.map(({ queue_item_id, kind }) => `${queue_item_id} ${kind}`))
}

async function insertReadings(
  tx: Transaction<DB>,
  read: readonly ReadSync[],
  clicks: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = read.flatMap(({ sync, reading }) =>
    reading
      ? [
          {
            id: newId(),
            queue_item_id: sync.queue_item_id,
            project_id: sync.project_id,
            kind: sync.kind,
            ...reading.values,
            tracked_clicks: clicks.get(sync.queue_item_id) ?? null,
            extra: JSON.stringify(reading.extra),
            children: JSON.stringify(reading.children ?? []),
          },
        ]
      : [],
  )
  if (rows.length > 0) await tx.insertInto('metric_readings').values(rows).execute()
}

const hasNumbers = ({ values }: PostReading): boolean => metricNames.some((name) => values[name] !== null)

/** A metric that is no longer reported keeps its last value: Instagram reports stories for one day only. */
async function updatePosts(
  tx: Transaction<DB>,
  read: readonly ReadSync[],
  clicks: ReadonlyMap<string, number>,
): Promise<void> {
  const given = read.map(({ sync, reading }) => ({
    queue_item_id: sync.queue_item_id,
    story_id: sync.story_id,
    project_id: sync.project_id,
    channel: sync.channel,
    published_at: sync.post.publishedAt.toISOString(),
    ...reading?.values,
    network_clicks: reading?.values.clicks ?? null,
    tracked_clicks: clicks.get(sync.queue_item_id) ?? null,
    children: reading?.children ?? null,
    has_numbers: (reading !== null && hasNumbers(reading)) || clicks.has(sync.queue_item_id),
    extra: reading?.extra ?? {},
    is_reliable: reliableKinds.includes(sync.kind) && reading !== null && hasNumbers(reading),
  }))
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (
        queue_item_id uuid, story_id uuid, project_id uuid, channel text, published_at timestamptz, impressions bigint,
        reach bigint, network_clicks bigint, tracked_clicks bigint, saves bigint, shares bigint, likes bigint,
        comments bigint, children jsonb, has_numbers boolean, extra jsonb, is_reliable boolean)
    ), updated as (
      insert into post_metrics as m (queue_item_id, story_id, project_id, channel, published_at, impressions, reach,
        network_clicks, tracked_clicks, saves, shares, likes, comments, children, as_of, settled_at)
      select queue_item_id, story_id, project_id, channel, published_at, impressions, reach, network_clicks,
        tracked_clicks, saves, shares, likes, comments, coalesce(nullif(children, 'null'), '[]'),
        case when has_numbers then now() end, case when is_reliable then now() end
      from given
      on conflict (queue_item_id) do update set
        impressions = coalesce(excluded.impressions, m.impressions),
        reach = coalesce(excluded.reach, m.reach),
        network_clicks = coalesce(excluded.network_clicks, m.network_clicks),
        tracked_clicks = coalesce(excluded.tracked_clicks, m.tracked_clicks),
        saves = coalesce(excluded.saves, m.saves),
        shares = coalesce(excluded.shares, m.shares),
        likes = coalesce(excluded.likes, m.likes),
        comments = coalesce(excluded.comments, m.comments),
        children = case when excluded.children = '[]' then m.children else excluded.children end,
        as_of = coalesce(excluded.as_of, m.as_of),
        settled_at = coalesce(m.settled_at, excluded.settled_at)
      returning *
    )
    update queue_items q set
      data_snapshot = q.data_snapshot || given.extra || jsonb_strip_nulls(jsonb_build_object(
        'impressions', updated.impressions, 'reach', updated.reach, 'link_clicks', updated.clicks, 'saves', updated.saves,
        'shares', updated.shares, 'likes', updated.likes, 'comments', updated.comments, 'engagement', updated.engagement,
        'metrics_as_of', to_char(updated.as_of at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'analytics_sync_24h', case when given.is_reliable then true end))
    from updated join given on given.queue_item_id = updated.queue_item_id
    where q.id = updated.queue_item_id`.execute(tx)
}

async function writeTimeline(tx: Transaction<DB>, read: readonly ReadSync[]): Promise<void> {
  const entries = read.map(({ sync, reading, isGone }) => ({
    id: newId(),
    project_id: sync.project_id,
    story_id: sync.story_id,
    kind: isGone ? 'post_gone' : 'metrics_synced',
    channel: sync.channel,
    detail: JSON.stringify({
      sync: sync.kind,
      ...(sync.is_backfill ? { is_backfill: true } : {}),
      ...(reading ? reportedOf(reading) : {}),
    }),
  }))
  await tx.insertInto('timeline_entries').values(entries).execute()
}

const reportedOf = ({ values }: PostReading): Partial<Record<MetricName, number>> =>
  Object.fromEntries(metricNames.flatMap((name) => (values[name] === null ? [] : [[name, values[name]]])))
