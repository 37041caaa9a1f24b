import { sql } from 'kysely'
import type { ChannelId } from '@/lib/channels/ids'
import type { Database } from '@/lib/db/pool'
import { standstillCodes } from './checks'
import { type ConnectionRow, publicColumns } from './repository'

export type HealthRow = ConnectionRow & {
  last_refresh_error: string | null
  refresh_failed_count: number
  notified_at_tier: number | null
}

export async function listOpenForHealth(db: Database, projectId: string): Promise<HealthRow[]> {
  return db
    .selectFrom('social_connections')
    .select(publicColumns)
    .select(['last_refresh_error', 'refresh_failed_count', 'notified_at_tier'])
    .where('project_id', '=', projectId)
    .where('disconnected_at', 'is', null)
    .execute()
}

export type PublishRow = {
  channel: ChannelId
  is_ok: boolean
  at: Date
  id: string
  story_id: string
  published_url: string | null
  skip_reason: string | null
  error_message: string | null
}

/** The newest posted and the newest failed row of each channel. One whose slot another post took is no failure. */
export async function listNewestOutcomes(
  db: Database,
  projectId: string,
  channels: readonly ChannelId[],
): Promise<PublishRow[]> {
  const { rows } = await sql<PublishRow>`
    select c.channel, o.* from unnest(${[...channels]}::text[]) as c (channel) cross join lateral (
      (select true as is_ok, q.published_at as at, q.id, q.story_id, q.published_url, null as skip_reason, null as error_message
        from queue_items q
        where q.project_id = ${projectId} and q.channel = c.channel and q.status = 'posted' and q.published_at is not null
        order by q.published_at desc limit 1)
      union all
      (select false, q.updated_at, q.id, q.story_id, null, q.skip_reason, (
          select a.message from publish_attempts a where a.queue_item_id = q.id order by a.number desc limit 1)
        from queue_items q
        where q.project_id = ${projectId} and q.channel = c.channel and q.status = 'failed'
          and q.provider_code is distinct from 'superseded'
        order by q.updated_at desc limit 1)
    ) o`.execute(db)
  return rows
}

export type CheckRow = {
  connection_id: string
  kind: 'sync' | 'refresh'
  is_ok: boolean
  at: Date
  message: string | null
}

/** The newest good and bad check of each kind of these connections. */
export async function listNewestChecks(db: Database, connectionIds: readonly string[]): Promise<CheckRow[]> {
  const { rows } = await sql<CheckRow>`
    select distinct on (connection_id, kind, is_ok) connection_id, kind, is_ok, created_at as at, message
    from connection_checks where connection_id = any(${[...connectionIds]}::uuid[])
    order by connection_id, kind, is_ok, created_at desc`.execute(db)
  return rows
}

/** By channel: posts, readings and refreshes that failed within 24 hours. */
export async function countFailures(db: Database, projectId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ channel: string; count: number }>`
    select channel, sum(count)::int as count from (
      select channel, count(*) as count from queue_items
        where project_id = ${projectId} and status = 'failed' and updated_at > now() - interval '24 hours'
          and provider_code is distinct from 'superseded'
        group by channel
      union all
      select k.channel, count(*) from connection_checks k join social_connections c on c.id = k.connection_id
        where c.project_id = ${projectId} and not k.is_ok
          and coalesce(k.code, '') <> all(${[...standstillCodes]}::text[])
          and k.created_at > now() - interval '24 hours'
        group by k.channel
    ) failures group by channel`.execute(db)
  return new Map(rows.map(({ channel, count }) => [channel, count]))
}
