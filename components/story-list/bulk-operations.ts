import { readTimes, type StoryTimes } from '@/components/stories/story-times'
import { call } from '@/lib/api/client'
import { approveQueueItem, editStory, listQueue } from '@/lib/openapi/operations.generated'

/**
 * Approves all pending posts of a story.
 *
 * @throws when none is pending
 */
export async function approveStory(projectId: string, id: string): Promise<void> {
  const filter = { project_id: projectId, story_id: id, status: 'pending', limit: 100 }
  const { items: pending } = await call(listQueue, filter)
  if (pending.length === 0) throw new Error('No post needs approval.')
  // One after the other: they change the same story.
  for (const item of pending) await call(approveQueueItem, { id: item.id })
}

/** Turns a scheduled story into a draft. `restoreTimes` undoes it. */
export async function unschedule(id: string): Promise<{ id: string; times: StoryTimes | null }> {
  const times = await readTimes(id)
  await call(editStory, { id, scheduled_at: null })
  return { id, times }
}
