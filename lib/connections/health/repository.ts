import { sql } from 'kysely'
import type { ChannelId } from '@/lib/channel-ids'
import type { Database } from '@/lib/db/pool'
import { skippedSyncCodes } from '../checks'
import { type ConnectionRow, publicColumns } from '../repository'

export type HealthRow = ConnectionRow & {
  last_refresh_error: string | null
  refresh_failed_count: number
  notified_at_tier: number | null
  /** When the credentials were verified at connect. */
  tried_at: Date | null
  inbox_error: string | null
}

/** A single failed check is often gone a minute later. */
const inboxFailures = 2

export async function listOpenForHealth(db: Database, projectId: string): Promise<HealthRow[]> {
  return db
    .selectFrom('social_connections')
    .select(publicColumns)
    .select(['last_refresh_error', 'refresh_failed_count', 'notified_at_tier', 'tried_at'])
    .select((read) =>
      read
        .selectFrom('inbox_accounts')
        .select('last_error')
        .whereRef('inbox_accounts.connection_id', '=', 'social_connections.id')
        .where('failure_count', '>=', inboxFailures)
        .as('inbox_error'),
    )
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

/** The latest posted and failed row of each channel. A row replaced by another post is not a failure. */
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
          and exists (select from stories s where s.id = q.story_id and s.origin = 'storycast')
        order by q.published_at desc limit 1)
      union all
      (select false, q.failed_at, q.id, q.story_id, null, q.skip_reason, (
          select a.message from publish_attempts a where a.queue_item_id = q.id order by a.number desc limit 1)
        from queue_items q
        where q.project_id = ${projectId} and q.channel = c.channel and q.status = 'failed'
          and q.provider_code is distinct from 'superseded'
          and q.failed_at is not null
        order by q.failed_at desc limit 1)
    ) o`.execute(db)
  return rows
}

export type CheckRow = {
  channel: ChannelId
  kind: 'sync' | 'refresh'
  is_ok: boolean
  at: Date
  code: string | null
  message: string | null
}

/**
 * The latest successful and failed check of each kind, by channel, for the last connected account across its
 * connections.
 */
export async function listNewestChecks(db: Database, projectId: string): Promise<CheckRow[]> {
  const { rows } = await sql<CheckRow>`
    with latest as (
      select distinct on (channel) channel, account_id from social_connections
      where project_id = ${projectId} order by channel, id desc
    )
    select newest.* from latest
    join social_connections c
      on c.project_id = ${projectId} and c.channel = latest.channel and c.account_id = latest.account_id
    cross join (values ('sync', true), ('sync', false), ('refresh', true), ('refresh', false)) as of (kind, is_ok)
    cross join lateral (
      select c.channel, k.kind, k.is_ok, k.created_at as at, k.code, k.message from connection_checks k
      where k.connection_id = c.id and k.kind = of.kind and k.is_ok = of.is_ok
      order by k.created_at desc limit 1
    ) newest
    order by newest.at desc`.execute(db)
  return rows
}

/** Posts, metric syncs and refreshes that failed within 24 hours, by channel. */
export async function countFailures(db: Database, projectId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ channel: string; count: number }>`
    select channel, sum(count)::int as count from (
      select channel, count(*) as count from queue_items
        where project_id = ${projectId} and status = 'failed' and failed_at > now() - interval '24 hours'
          and provider_code is distinct from 'superseded'
        group by channel
      union all
      select k.channel, count(*) from connection_checks k join social_connections c on c.id = k.connection_id
        where c.project_id = ${projectId} and not k.is_ok
          and coalesce(k.code, '') <> all(${[...skippedSyncCodes]}::text[])
          and k.created_at > now() - interval '24 hours'
        group by k.channel
    ) failures group by channel`.execute(db)
  return new Map(rows.map(({ channel, count }) => [channel, count]))
}
