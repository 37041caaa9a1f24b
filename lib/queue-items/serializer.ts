import type { Selectable } from 'kysely'
import type { QueueItems } from '@/lib/db/types.generated'
import type { QueueItem } from './schema'

/** Public columns. A new column stays private until it is added here. */
export const queueColumns = [
  'id',
  'story_id',
  'project_id',
  'channel',
  'status',
  'scheduled_at',
  'skip_reason',
  'skip_category',
  'provider_code',
  'destination_url',
  'utm',
  'data_snapshot',
  'attempt_count',
  'published_url',
  'published_at',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof QueueItems)[]

export type QueueRow = Pick<Selectable<QueueItems>, (typeof queueColumns)[number]>

/** `title` and `primary_caption` are copied from the story. */
export function serializeQueueItem(row: QueueRow & { title: string | null; primary_caption: string }): QueueItem {
  return {
    id: row.id,
    story_id: row.story_id,
    project_id: row.project_id,
    channel: row.channel,
    status: row.status,
    scheduled_at: row.scheduled_at?.toISOString() ?? null,
    skip_reason: row.skip_reason,
    skip_category: row.skip_category,
    provider_code: row.provider_code,
    destination_url: row.destination_url,
    utm: row.utm,
    data_snapshot: row.data_snapshot,
    attempt_count: row.attempt_count,
    published_url: row.published_url,
    published_at: row.published_at?.toISOString() ?? null,
    title: row.title,
    primary_caption: row.primary_caption,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
