import { call } from '@/lib/api/client'
import { approveQueueItem, bulkReschedule, editStory, listQueue } from '@/lib/openapi/operations.generated'
import type { QueueItem } from '@/lib/queue-items/schema'

const itemsOf = async (projectId: string, storyId: string, status: string): Promise<QueueItem[]> =>
  (await call(listQueue, { project_id: projectId, story_id: storyId, status, limit: 100 })).items

/**
 * Approves all pending posts of a story.
 *
 * @throws when none is pending
 */
export async function approveStory(projectId: string, id: string): Promise<void> {
  const pending = await itemsOf(projectId, id, 'pending')
  if (pending.length === 0) throw new Error('No post needs approval.')
  // One after the other: they change the same story.
  for (const item of pending) await call(approveQueueItem, { id: item.id })
}

/** The times of the posts of a story before it became a draft. */
export type Unscheduled = { id: string; projectId: string; at: string; items: QueueItem[] }

/** Turns a scheduled story into a draft. */
export async function unschedule(projectId: string, id: string, at: string): Promise<Unscheduled> {
  const items = await itemsOf(projectId, id, 'pending,approved')
  await call(editStory, { id, scheduled_at: null })
  return { id, projectId, at, items }
}

/** Schedules it again, with the channels that had their own time. */
export async function reschedule({ id, projectId, at, items }: Unscheduled): Promise<void> {
  // It was scheduled without a working connection, too.
  await call(editStory, { id, scheduled_at: at, connection_check: 'skip' })
  for (const { id: itemId, scheduled_at } of items) {
    if (scheduled_at === null || scheduled_at === at) continue
    await call(bulkReschedule, { project_id: projectId, queue_item_ids: [itemId], scheduled_at })
  }
}
