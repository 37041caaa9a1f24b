import { sql, type Transaction } from 'kysely'
import { nextUpdatedAt } from '@/lib/db/next-updated-at'
import type { Database } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { partlyPublicRow } from '@/lib/queue-items/started'
import { type StoryRow, storyColumns } from '@/lib/stories/serializer'
import type { StoryStatus } from '@/lib/stories/status'
import type { MissedRow, UsedTime } from './resume-plan'

export type ListedMissed = MissedRow & { title: string | null; primary_caption: string }

/**
 * Rows whose time passed while the project was paused. Rows held by a worker, in doubt or partly published are left
 * to the publisher. Rows awaiting approval count: approved late, they would be published at once.
 */
export async function findMissed(
  db: Database,
  projectId: string,
  { pausedAt, now }: { pausedAt: Date; now: Date },
): Promise<ListedMissed[]> {
  const { rows } = await sql<ListedMissed>`
    select q.id, q.story_id, q.channel, q.scheduled_at, s.title, s.caption as primary_caption,
      (select count(*) from queue_items o where o.story_id = q.story_id and o.status <> 'draft')::int as siblings
    from queue_items q join stories s on s.id = q.story_id
    where q.project_id = ${projectId} and q.status in ('approved', 'pending') and q.scheduled_at <= ${now}
      and s.status not in ('archived', 'cancelled') and (q.status = 'approved' or q.status = 'pending' and q.scheduled_at >= ${pausedAt})
      and not (coalesce(q.lease_until > now(), false) or q.progress ? 'sending') and not ${partlyPublicRow}
    order by q.scheduled_at, q.id`.execute(db)
  return rows
}

/** Times when accounts of a project are in use: scheduled, in progress or just published. */
export async function findUsedTimes(
  db: Database,
  projectId: string,
  { now, spacingMs, missed }: { now: Date; spacingMs: number; missed: readonly string[] },
): Promise<UsedTime[]> {
  const { rows } = await sql<UsedTime & { id: string }>`
    select id, channel, greatest(scheduled_at, ${now}) as at from queue_items
      where project_id = ${projectId} and status in ('approved', 'pending')
        and (status = 'approved' or scheduled_at > ${now})
    union all
    select id, channel, published_at from queue_items
      where project_id = ${projectId} and status = 'posted' and published_at > ${new Date(now.getTime() - spacingMs)}`.execute(
    db,
  )
  const own = new Set(missed)
  return rows.filter(({ id, at }) => at !== null && !own.has(id))
}

/** Updates status and time of many stories in one statement. */
export async function settleMissed(
  tx: Transaction<DB>,
  projectId: string,
  changes: readonly { id: string; status: StoryStatus; scheduled_at: Date | null }[],
): Promise<StoryRow[]> {
  if (changes.length === 0) return []
  const returned = sql.join(storyColumns.map((column) => sql.ref(`s.${column}`)))
  const { rows } = await sql<StoryRow>`
    update stories s set status = c.status, scheduled_at = c.scheduled_at,
      updated_at = ${nextUpdatedAt('s.updated_at')}
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c (id uuid, status text, scheduled_at timestamptz)
    where s.id = c.id and s.project_id = ${projectId}
    returning ${returned}`.execute(tx)
  return rows
}
