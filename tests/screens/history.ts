import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import type { Chapter } from './screen'

/** Reads the metrics of these stories now, as the reading after a day. */
export async function readMetrics(db: Database, storyIds: readonly string[]): Promise<void> {
  const own = sql`queue_item_id in (select id from queue_items where story_id = any(${[...storyIds]}::uuid[]))`
  // Only the latest due reading is taken, so mark the others as done.
  await sql`
    update metric_syncs set done_at = now(), due_at = now() - interval '1 hour'
    where kind <> '24h' and ${own}`.execute(db)
  await sql`update metric_syncs set due_at = now(), next_attempt_at = now() where kind = '24h' and ${own}`.execute(db)
  const deadline = performance.now() + 120_000
  for (;;) {
    // Repeated, because a run in progress sets its own next time when it ends.
    await sql`update job_schedules set next_run_at = now() where name = 'sync-metrics'`.execute(db)
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from metric_syncs where done_at is null and ${own}`.execute(db)
    if (rows[0]?.waiting === 0) return
    if (performance.now() > deadline) throw new Error('The metrics of the posts were not read within 120 s.')
    await sleep(2_000)
  }
}

const tables: [string, string, readonly string[]][] = [
  ['stories', 'id', ['created_at', 'updated_at', 'scheduled_at', 'published_at']],
  ['queue_items', 'story_id', ['created_at', 'updated_at', 'scheduled_at', 'published_at', 'failed_at']],
  ['publish_attempts', 'story_id', ['started_at', 'sent_at', 'finished_at']],
  ['timeline_entries', 'story_id', ['created_at']],
  ['post_metrics', 'story_id', ['published_at']],
]

/** Moves the history of a story into the past, as if it had been published at `wanted`. */
export async function moveBack(db: Database, storyId: string, wanted: Date): Promise<void> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from scheduled_at - ${wanted}::timestamptz)::float8 as seconds from stories
    where id = ${storyId}`.execute(db)
  const by = sql`make_interval(secs => ${rows[0]?.seconds ?? 0})`
  for (const [table, key, columns] of tables) {
    const moved = columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(name)} - ${by}`)
    await sql`update ${sql.table(table)} set ${sql.join(moved)} where ${sql.ref(key)} = ${storyId}`.execute(db)
  }
  // Planned the day before, and the detail contains the time as text.
  await sql`
    update timeline_entries set created_at = created_at - interval '19 hours 12 minutes'
    where story_id = ${storyId} and kind in ('created', 'scheduled')`.execute(db)
  await sql`
    update timeline_entries set created_at = least(created_at + interval '1 day', now())
    where story_id = ${storyId} and kind = 'metrics_synced'`.execute(db)
  await sql`
    update timeline_entries set detail = jsonb_set(detail, '{scheduled_at}', to_jsonb(${wanted.toISOString()}::text))
    where story_id = ${storyId} and detail ? 'scheduled_at'`.execute(db)
}

/** Waits until all events are sent to the receivers, which run only while the workspace is filled. */
export async function waitForDeliveries(db: Database): Promise<void> {
  const deadline = performance.now() + 60_000
  for (;;) {
    const { rows } = await sql<{ waiting: number }>`
      select (select count(*) from events where fanned_out_at is null and project_id is not null)::int +
        (select count(*) from webhook_deliveries where attempt_count = 0)::int as waiting`.execute(db)
    if (rows[0]?.waiting === 0) return
    if (performance.now() > deadline) return
    await sleep(300)
  }
}

/** Replaces local endpoint URLs with realistic ones. Retries are postponed, so nothing is sent there. */
export async function replaceEndpointUrls(db: Database, local: string): Promise<void> {
  await sql`
    update webhook_deliveries set next_attempt_at = now() + interval '47 minutes'
    where next_attempt_at is not null`.execute(db)
  await sql`
    update webhook_endpoints set paused_until = null, url = replace(url, ${local}, 'https://hooks.northwind.example')`.execute(
    db,
  )
  const host = new URL(local).host
  await sql`
    update webhook_alerts set message = replace(message, ${host}, 'hooks.northwind.example')`.execute(db)
}

/** Prepares the state for a chapter of screenshots. Changes stay for the later chapters. */
export async function prepareChapter(
  db: Database,
  { projectId, email }: { projectId: string; email: string },
  chapter: Chapter,
): Promise<void> {
  if (chapter === 'revoked') {
    await sql`
      update social_connections set status = 'revoked'
      where project_id = ${projectId} and channel = 'facebook' and disconnected_at is null`.execute(db)
  }
  if (chapter === 'paused') {
    await sql`
      update social_connections set status = 'active'
      where project_id = ${projectId} and status = 'revoked'`.execute(db)
    await sql`
      insert into project_pauses (id, project_id, paused_by, paused_at, reason)
      select ${newId()}, ${projectId}, id, now() - interval '26 hours', 'The roastery is being rebuilt until Tuesday'
      from users where email = ${email}`.execute(db)
    await missTwoPosts(db, projectId)
  }
}

/** Moves two stories to times that passed during the pause. */
async function missTwoPosts(db: Database, projectId: string): Promise<void> {
  for (const [title, hours] of [
    ['Opening hours', 5],
    ['Meet Ana', 2],
  ] as const) {
    const at = new Date(Math.round(Date.now() / 900_000) * 900_000 - hours * 3_600_000)
    await sql`
      with moved as (
        update stories set scheduled_at = ${at} where project_id = ${projectId} and title = ${title} returning id)
      update queue_items q set scheduled_at = ${at}, next_attempt_at = ${at} from moved
      where q.story_id = moved.id`.execute(db)
  }
}
