import { type SqlBool, sql } from 'kysely'
import type { ChannelId } from '@/lib/channel-ids'
import type { Database } from '@/lib/db/pool'
import { waitsForApproval } from '@/lib/stories/rows/waiting-for-approval'
import type { StoryStatus } from '@/lib/stories/status'
import type { BucketKind } from './contract'

export type CalendarRange = {
  from: Date
  to: Date
  by: BucketKind
  each: number
  statuses: readonly StoryStatus[] | undefined
  channels: readonly string[] | undefined
  contentTypes: readonly string[] | undefined
}

export type CalendarRow = {
  id: string
  words: string
  channels: ChannelId[]
  status: StoryStatus
  at: Date
  content_type: string | null
  picture_url: string | null
  is_public: boolean
  is_imported: boolean
  waits_for_approval: boolean
  own_times: { queue_item_id: string; channel: string; scheduled_at: string }[]
  updated_at: Date
  local: string
  count: number
}

const formats: Record<BucketKind, string> = { day: 'YYYY-MM-DD', hour: 'YYYY-MM-DD"T"HH24' }

/** Channels with their own publish time: moved with the story, and restored by undo. */
const ownTimes = sql`(
  select coalesce(jsonb_agg(
      jsonb_build_object('queue_item_id', q.id, 'channel', q.channel, 'scheduled_at', q.scheduled_at)
      order by q.scheduled_at, q.id), '[]')
  from queue_items q
  where q.story_id = s.id and q.project_id = s.project_id and q.status in ('draft', 'pending', 'approved')
    and q.scheduled_at <> s.scheduled_at)`

/**
 * The first stories of each bucket, with the number of stories in it. Counts use the time index only; the stories
 * shown are then read one by one by id, because the planner would otherwise scan the whole project.
 */
export async function listCalendarRows(
  db: Database,
  projectId: string,
  zone: string,
  range: CalendarRange,
): Promise<CalendarRow[]> {
  const { from, to, by, each, statuses, channels, contentTypes } = range
  const filters = [
    sql<SqlBool>`project_id = ${projectId}`,
    sql<SqlBool>`coalesce(scheduled_at, published_at) >= ${from}`,
    sql<SqlBool>`coalesce(scheduled_at, published_at) < ${to}`,
    ...(statuses ? [sql<SqlBool>`status = any(${statuses}::text[])`] : []),
    ...(channels ? [sql<SqlBool>`channels && ${channels}::text[]`] : []),
    ...(contentTypes ? [sql<SqlBool>`content_type = any(${contentTypes}::text[])`] : []),
  ]
  const { rows } = await sql<CalendarRow>`
    with timed as (
      select id, coalesce(scheduled_at, published_at) as at,
        to_char(coalesce(scheduled_at, published_at) at time zone ${zone}, ${formats[by]}) as local
      from stories where ${sql.join(filters, sql` and `)}
    ), placed as (
      select id, at, local, row_number() over (partition by local order by at, id) as place,
        count(*) over (partition by local)::int as count
      from timed
    )
    select s.id, left(coalesce(nullif(btrim(s.title), ''), s.caption), 200) as words, s.channels, s.status, p.at,
      s.content_type,
      s.slides #>> '{0,media_url}' as picture_url, s.published_channels <> '{}' as is_public,
      s.origin = 'imported' as is_imported, ${waitsForApproval('s')} as waits_for_approval,
      ${ownTimes} as own_times, s.updated_at, p.local, p.count
    from placed p cross join lateral (select * from stories where id = p.id and project_id = ${projectId} limit 1) s
    where p.place <= ${each}
    order by p.at, s.id`.execute(db)
  return rows
}
