import { call } from '@/lib/api/client'
import { bulkReschedule, editStory, getStory } from '@/lib/openapi/operations.generated'

/**
 * When a scheduled story is posted, and the waiting posts of channels with a time of their own. `at`: null if only posts
 * of `own` were moved.
 */
export type StoryTimes = { at: string | null; own: { itemId: string; at: string }[] }

/** @returns null if the story is not scheduled */
export async function readTimes(id: string): Promise<StoryTimes | null> {
  const { status, scheduled_at: at, content_queue } = await call(getStory, { id })
  if (status !== 'scheduled' || at === null) return null
  const own = content_queue.flatMap(({ id: itemId, status, scheduled_at }) =>
    (status === 'pending' || status === 'approved') && scheduled_at !== null && scheduled_at !== at
      ? [{ itemId, at: scheduled_at }]
      : [],
  )
  return { at, own }
}

/** Gives a story and its channels the times they had. */
export async function restoreTimes(projectId: string, id: string, { at, own }: StoryTimes): Promise<void> {
  // It was scheduled without a working connection, too.
  if (at !== null) await call(editStory, { id, scheduled_at: at, connection_check: 'skip' })
  for (const { itemId, at } of own)
    await call(bulkReschedule, { project_id: projectId, queue_item_ids: [itemId], scheduled_at: at })
}
