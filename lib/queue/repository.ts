import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { type QueueRow, queueColumns } from './serializer'

export type QueueFilter = {
  statuses: readonly string[] | undefined
  channels: readonly string[] | undefined
  storyId: string | undefined
  from: string | undefined
  to: string | undefined
  isPinDue?: boolean
  after: string | undefined
  limit: number
}

export type ListedRow = QueueRow & { title: string | null; primary_caption: string }

/** What `pinTask` says, of a row of `queue_items`. */
const pinDue = sql<boolean>`queue_items.data_snapshot ? 'pin' and case queue_items.data_snapshot #>> '{pin,state}'
  when 'to_do' then coalesce((queue_items.data_snapshot #>> '{pin,until}')::timestamptz > now(), true)
  when 'done' then coalesce((queue_items.data_snapshot #>> '{pin,until}')::timestamptz <= now(), false)
  else false end`

/** Rows with the two members that mirror their story, in one query. */
export async function listQueueRows(db: Database, projectId: string, filter: QueueFilter): Promise<ListedRow[]> {
  const { statuses, channels, storyId, from, to, isPinDue, after, limit } = filter
  let query = db
    .selectFrom('queue_items')
    .innerJoin('stories', 'stories.id', 'queue_items.story_id')
    .select(queueColumns.map((column) => `queue_items.${column}` as const))
    .select(['stories.title', 'stories.caption as primary_caption'])
    .where('queue_items.project_id', '=', projectId)
  if (statuses) query = query.where('queue_items.status', 'in', statuses)
  if (channels) query = query.where('queue_items.channel', 'in', channels)
  if (storyId) query = query.where('queue_items.story_id', '=', storyId)
  if (from) query = query.where('queue_items.scheduled_at', '>=', new Date(from))
  if (to) query = query.where('queue_items.scheduled_at', '<', new Date(to))
  if (isPinDue) query = query.where(pinDue)
  if (after) query = query.where('queue_items.id', '<', after)
  // In the order of the indexes by project, which the primary key cannot give: see the migration lists_by_project.
  return query
    .orderBy('queue_items.id', (order) => order.desc().nullsLast())
    .limit(limit)
    .execute()
}

/** Which story each of these rows belongs to. Rows of other projects are not there. */
export async function findStoryIds(
  db: Database,
  projectId: string,
  itemIds: readonly string[],
): Promise<{ id: string; story_id: string }[]> {
  if (itemIds.length === 0) return []
  return db
    .selectFrom('queue_items')
    .select(['id', 'story_id'])
    .where('id', 'in', itemIds)
    .where('project_id', '=', projectId)
    .execute()
}
