import { type Selectable, sql } from 'kysely'
import type { ChannelId } from '@/lib/channel-ids'
import type { Database } from '@/lib/db/pool'
import type { Moments } from '@/lib/db/types.generated'
import type { MomentStatus, Severity } from './kinds'

export const momentColumns = [
  'id',
  'project_id',
  'story_id',
  'kind',
  'severity',
  'status',
  'headline',
  'reasoning',
  'data_snapshot',
  'detected_at',
  'draft_story_id',
] as const
export type MomentRow = Pick<Selectable<Moments>, (typeof momentColumns)[number]>

/** A moment with what a list shows of its story. */
export type ListedMomentRow = MomentRow & {
  story: { title: string | null; caption: string; channels: ChannelId[]; media_url: string | null } | null
  story_published_at: Date | null
}

export type MomentFilter = {
  statuses: readonly MomentStatus[] | undefined
  severities: readonly Severity[] | undefined
  storyId: string | undefined
}

/** Newest first. */
export async function listMomentRows(
  db: Database,
  projectId: string,
  { statuses, severities, storyId }: MomentFilter,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<ListedMomentRow[]> {
  const { rows } = await sql<ListedMomentRow>`
    select ${sql.join(momentColumns.map((column) => sql.ref(`m.${column}`)))}, s.published_at as story_published_at,
      case when s.id is not null then jsonb_build_object(
        'title', s.title, 'caption', s.caption, 'channels', to_jsonb(s.channels),
        'media_url', s.slides -> 0 ->> 'media_url') end as story
    from moments m left join stories s on s.id = m.story_id
    where m.project_id = ${projectId}
      ${statuses ? sql`and m.status = any(${[...statuses]}::text[])` : sql``}
      ${severities ? sql`and m.severity = any(${[...severities]}::text[])` : sql``}
      ${storyId ? sql`and m.story_id = ${storyId}` : sql``}
      ${after ? sql`and m.id < ${after}` : sql``}
    order by m.id desc nulls last
    limit ${limit}`.execute(db)
  return rows
}

/** Undefined when it has another status than these. */
export async function updateMomentStatus(
  db: Database,
  projectId: string,
  id: string,
  { status, from }: { status: MomentStatus; from: readonly MomentStatus[] },
): Promise<MomentRow | undefined> {
  return db
    .updateTable('moments')
    .set({ status })
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .where('status', 'in', from)
    .returning(momentColumns)
    .executeTakeFirst()
}

export async function findMoment(db: Database, projectId: string, id: string): Promise<MomentRow | undefined> {
  return db
    .selectFrom('moments')
    .select(momentColumns)
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
}
