import { type SqlBool, sql } from 'kysely'
import type { ChannelId } from '@/lib/channel-ids'
import type { Database } from '@/lib/db/pool'
import { waitsForApproval } from '@/lib/stories/rows/waiting-for-approval'
import type { StoryStatus } from '@/lib/stories/status'
import type { BucketKind } from './contract'
import { storyPosts, type TimedPostRow } from './timed-posts'

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
  posts: TimedPostRow[]
  updated_at: Date
  local: string
  count: number
}

const formats: Record<BucketKind, string> = { day: 'YYYY-MM-DD', hour: 'YYYY-MM-DD"T"HH24' }

/** Posts within the same minute share a place in the calendar. */
const minuteOf = (time: 'at' | 'scheduled_at', table: 's' | 'q' | 't') =>
  sql`date_trunc('minute', ${sql.ref(`${table}.${time}`)}, 'UTC')`

/**
 * The first places of each bucket, with the number of places in it. A story has a place at its time, and one for each
 * other time at which one of its channels is published: those are found by grouping, because without statistics a join
 * may compare each row with each story. Counts use the time indexes only; the stories shown are then
 * read one by one by id, because the planner would otherwise scan the whole project.
 */
export async function listCalendarRows(
  db: Database,
  projectId: string,
  zone: string,
  range: CalendarRange,
): Promise<CalendarRow[]> {
  const { from, to, by, each, channels } = range
  const { rows } = await sql<CalendarRow>`
    with timed as (
      select s.id, coalesce(s.scheduled_at, s.published_at) as at, ${storyFilter(range)} as is_wanted
      from stories s
      where s.project_id = ${projectId} and coalesce(s.scheduled_at, s.published_at) >= ${from}
        and coalesce(s.scheduled_at, s.published_at) < ${to}
    ), apart as (
      select id, minute, min(at) as at from (
        select t.id, ${minuteOf('at', 't')} as minute, t.at, true as is_story from timed t
        union all
        select q.story_id, ${minuteOf('scheduled_at', 'q')}, q.scheduled_at, false from queue_items q
        where q.project_id = ${projectId} and q.scheduled_at >= ${from} and q.scheduled_at < ${to}
          ${channels ? sql`and q.channel = any(${channels}::text[])` : sql``}
      ) times group by id, minute having not bool_or(is_story)
    ), places as (
      select t.id, t.at from timed t
      where t.is_wanted ${channels ? sql`and ${hasChannelAtItsTime(projectId, channels)}` : sql``}
      union all
      select a.id, a.at from apart a
      cross join lateral (select * from stories where id = a.id and project_id = ${projectId} limit 1) s
      where s.scheduled_at is not null and ${minuteOf('scheduled_at', 's')} <> a.minute and ${storyFilter(range)}
    ), located as (
      select id, at, to_char(at at time zone ${zone}, ${formats[by]}) as local from places
    ), placed as (
      select id, at, local, row_number() over (partition by local order by at, id) as place,
        count(*) over (partition by local)::int as count
      from located
    )
    select s.id, left(coalesce(nullif(btrim(s.title), ''), s.caption), 200) as words, s.channels, s.status,
      coalesce(s.scheduled_at, s.published_at) as at, s.content_type,
      s.slides #>> '{0,media_url}' as picture_url, s.published_channels <> '{}' as is_public,
      s.origin = 'imported' as is_imported, ${waitsForApproval('s')} as waits_for_approval,
      ${storyPosts} as posts, s.updated_at, p.local, p.count
    from placed p cross join lateral (select * from stories where id = p.id and project_id = ${projectId} limit 1) s
    where p.place <= ${each}
    order by p.at, s.id`.execute(db)
  return rows
}

function storyFilter({ statuses, channels, contentTypes }: CalendarRange) {
  return sql.join(
    [
      sql<SqlBool>`true`,
      ...(statuses ? [sql<SqlBool>`s.status = any(${statuses}::text[])`] : []),
      ...(channels ? [sql<SqlBool>`s.channels && ${channels}::text[]`] : []),
      ...(contentTypes ? [sql<SqlBool>`s.content_type = any(${contentTypes}::text[])`] : []),
    ],
    sql` and `,
  )
}

/** Whether one of these channels is published at the time of the story. Stories without rows count as well. */
const hasChannelAtItsTime = (projectId: string, channels: readonly string[]) => sql<SqlBool>`coalesce((
    select bool_or(q.scheduled_at is null or ${minuteOf('scheduled_at', 'q')} = ${minuteOf('at', 't')})
    from queue_items q
    where q.story_id = t.id and q.project_id = ${projectId} and q.channel = any(${channels}::text[])), true)`
