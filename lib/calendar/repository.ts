import { type SqlBool, sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { StoryStatus } from '@/lib/stories/status'
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
  updated_at: Date
  local: string
  count: number
}

const formats: Record<BucketKind, string> = { day: 'YYYY-MM-DD', hour: 'YYYY-MM-DD"T"HH24' }

/**
 * The first stories of each box of a stretch, with how many the box holds. Counting is done on times alone, which the
 * index has in order; only what is shown is read whole.
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
      s.slides #>> '{0,media_url}' as picture_url, s.published_channels <> '{}' as is_public, s.updated_at,
      p.local, p.count
    from placed p join stories s on s.id = p.id and s.project_id = ${projectId}
    where p.place <= ${each}
    order by p.at, s.id`.execute(db)
  return rows
}
