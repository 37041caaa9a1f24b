import { sql } from 'kysely'
import type { ChannelId } from '@/lib/channel-ids'
import type { Database } from '@/lib/db/pool'
import { type QueueRow, queueColumns } from '@/lib/queue-items/serializer'
import type { QueueStatus } from '@/lib/queue-items/status'
import type { StoryStatus } from '@/lib/stories/status'

export type QueueFilter = {
  statuses: readonly QueueStatus[] | undefined
  channels: readonly ChannelId[] | undefined
  storyId: string | undefined
  from: string | undefined
  to: string | undefined
  isPinDue?: boolean
  after: string | undefined
  limit: number
}

export type ListedRow = QueueRow & {
  title: string | null
  primary_caption: string
  story_status: StoryStatus
  picture_url: string | null
}

/** The SQL version of `pinTask`. */
const pinDue = sql<boolean>`queue_items.data_snapshot ? 'pin' and case queue_items.data_snapshot #>> '{pin,state}'
  when 'to_do' then coalesce((queue_items.data_snapshot #>> '{pin,until}')::timestamptz > now(), true)
  when 'done' then coalesce((queue_items.data_snapshot #>> '{pin,until}')::timestamptz <= now(), false)
  else false end`

/** Rows with the title, caption, status and first picture of their story. */
export async function listQueueRows(db: Database, projectId: string, filter: QueueFilter): Promise<ListedRow[]> {
  const { statuses, channels, storyId, from, to, isPinDue, after, limit } = filter
  let query = db
    .selectFrom('queue_items')
    .innerJoin('stories', 'stories.id', 'queue_items.story_id')
    .select(queueColumns.map((column) => `queue_items.${column}` as const))
    .select(['stories.title', 'stories.caption as primary_caption', 'stories.status as story_status'])
    .select(sql<string | null>`stories.slides #>> '{0,media_url}'`.as('picture_url'))
    .where('queue_items.project_id', '=', projectId)
  if (statuses) query = query.where('queue_items.status', 'in', statuses)
  if (channels) query = query.where('queue_items.channel', 'in', channels)
  if (storyId) query = query.where('queue_items.story_id', '=', storyId)
  if (from) query = query.where('queue_items.scheduled_at', '>=', new Date(from))
  if (to) query = query.where('queue_items.scheduled_at', '<', new Date(to))
  if (isPinDue) query = query.where(pinDue)
  if (after) query = query.where('queue_items.id', '<', after)
  // Matches the per-project indexes of migration lists_by_project; sorting by primary key could not use them.
  return query
    .orderBy('queue_items.id', (order) => order.desc().nullsLast())
    .limit(limit)
    .execute()
}

/** The story of each row. Rows of other projects are left out. */
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
