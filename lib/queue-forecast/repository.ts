import { type Selectable, sql } from 'kysely'
import type { ChannelId } from '@/lib/channel-ids'
import type { Renewable } from '@/lib/connections/refreshable'
import type { Database } from '@/lib/db/pool'
import type { Stories } from '@/lib/db/types.generated'
import { approvalHours, duplicateDays } from './limits'

/** A scheduled post of the forecast. */
export type ForecastRow = {
  id: string
  story_id: string
  channel: ChannelId
  status: 'approved' | 'pending'
  scheduled_at: Date
}

/** Posts of the range, soonest first, without planned posts of sample data: their accounts may not exist. */
export async function listForecastRows(
  db: Database,
  projectId: string,
  { from, to }: { from: Date; to: Date },
): Promise<ForecastRow[]> {
  const passedFrom = new Date(from.getTime() - approvalHours * 3_600_000)
  const { rows } = await sql<ForecastRow>`
    select id, story_id, channel, status, scheduled_at from queue_items q
    where project_id = ${projectId} and scheduled_at >= ${passedFrom} and scheduled_at < ${to}
      and (status = 'pending' or status = 'approved' and scheduled_at >= ${from})
      and not exists (select from sample_data d
        where d.project_id = q.project_id and d.resource_id = q.story_id and d.kind = 'planned')
    order by scheduled_at, id`.execute(db)
  return rows
}

export type ForecastStory = Selectable<Stories>

export async function findStories(db: Database, projectId: string, ids: readonly string[]): Promise<ForecastStory[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ForecastStory>`
    select * from stories where project_id = ${projectId} and id = any(${[...ids]}::uuid[])
      and status not in ('archived', 'cancelled')`.execute(db)
  return rows
}

export type RecentPost = { channel: ChannelId; at: Date; text: string }

/** Posts published recently, oldest first, with the text of the story or its override. */
export async function listRecentPosts(db: Database, projectId: string, now: Date): Promise<RecentPost[]> {
  const since = new Date(now.getTime() - duplicateDays * 86_400_000)
  const { rows } = await sql<RecentPost>`
    select q.channel, q.published_at as at,
      case when s.post_type = 'story' then ''
        else coalesce(s.channel_overrides #>> array[q.channel, 'description'],
          s.channel_overrides #>> array[q.channel, 'caption'], s.caption) end as text
    from queue_items q join stories s on s.id = q.story_id
    where q.project_id = ${projectId} and q.status = 'posted' and q.published_at > ${since}
    order by q.published_at`.execute(db)
  return rows
}

export type ForecastConnection = Renewable & {
  channel: ChannelId
  paused_until: Date | null
  metadata: unknown
  boards_fetched_at: Date | null
  /** Ids of the cached Pinterest boards. */
  board_ids: string[] | null
}

export async function findConnections(
  db: Database,
  projectId: string,
): Promise<ReadonlyMap<ChannelId, ForecastConnection>> {
  const { rows } = await sql<ForecastConnection>`
    select c.channel, c.status, c.expires_at, c.renews_with, c.refresh_expires_at, c.refresh_refused_at, c.paused_until,
      c.metadata, c.boards_fetched_at,
      (select array_agg(b.board_id) from pinterest_boards b where b.connection_id = c.id) as board_ids
    from social_connections c
    where c.project_id = ${projectId} and c.disconnected_at is null`.execute(db)
  return new Map(rows.map((row) => [row.channel, row]))
}
