import { type SqlBool, sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { StoryStatus } from '@/lib/stories/status'
import { waitsForApproval } from '@/lib/stories/waiting'
import type { BucketKind } from './contract'

export type Stretch = {
  from: Date
  to: Date
  by: BucketKind
  each: number
  statuses: readonly StoryStatus[] | undefined
  channels: readonly string[] | undefined
}

export type PlacedRow = {
  id: string
  words: string
  channels: string[]
  status: string
  at: Date
  picture_url: string | null
  is_public: boolean
  waits_for_approval: boolean
  own_times: { queue_item_id: string; channel: string; scheduled_at: string }[]
  updated_at: Date
  local: string
  count: number
}

const formats: Record<BucketKind, string> = { day: 'YYYY-MM-DD', hour: 'YYYY-MM-DD"T"HH24' }

/** What goes along when the whole story is moved, and what its undo must bring back. */
const ownTimes = sql`(
  select coalesce(jsonb_agg(
      jsonb_build_object('queue_item_id', q.id, 'channel', q.channel, 'scheduled_at', q.scheduled_at)
      order by q.scheduled_at, q.id), '[]')
  from queue_items q
  where q.story_id = s.id and q.project_id = s.project_id and q.status in ('draft', 'pending', 'approved')
    and q.scheduled_at <> s.scheduled_at)`

/**
 * The first stories of each box of a stretch, with how many the box holds. Counting is done on times alone, which the
 * index has in order; only what is shown is read whole, each by its id: how few that is the planner cannot know, and it
 * would read the whole project for them.
 */
export async function listPlaced(
  db: Database,
  projectId: string,
  zone: string,
  stretch: Stretch,
): Promise<PlacedRow[]> {
  const { from, to, by, each, statuses, channels } = stretch
  const filters = [
    sql<SqlBool>`project_id = ${projectId}`,
    sql<SqlBool>`coalesce(scheduled_at, published_at) >= ${from}`,
    sql<SqlBool>`coalesce(scheduled_at, published_at) < ${to}`,
    ...(statuses ? [sql<SqlBool>`status = any(${statuses}::text[])`] : []),
    ...(channels ? [sql<SqlBool>`channels && ${channels}::text[]`] : []),
  ]
  const { rows } = await sql<PlacedRow>`
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
      s.slides #>> '{0,media_url}' as picture_url, s.published_channels <> '{}' as is_public, ${waitsForApproval('s')} as waits_for_approval,
      ${ownTimes} as own_times, s.updated_at, p.local, p.count
    from placed p cross join lateral (select * from stories where id = p.id and project_id = ${projectId} limit 1) s
    where p.place <= ${each}
    order by p.at, s.id`.execute(db)
  return rows
}
