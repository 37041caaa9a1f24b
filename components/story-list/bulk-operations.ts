import { call } from '@/lib/api/client'
import type { ChannelId } from '@/lib/channel-ids'
import {
  approveQueueItem,
  duplicateStory,
  editStory,
  listQueue,
  restoreSchedule,
} from '@/lib/openapi/operations.generated'
import { plural } from '@/lib/text/number-text'
import { runAll } from './use-bulk-run'

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

/** These networks publish the title of a story. */
const publishesTitle: ReadonlySet<ChannelId> = new Set(['linkedin', 'pinterest', 'ghost'])

/** Copies a story as a draft. A title that is not published says that it is a copy. */
export async function duplicateNamed(id: string) {
  const copy = await call(duplicateStory, { id })
  const { title, channels } = copy.story
  const isPublished = channels.some((channel) => publishesTitle.has(channel))
  if (title && !isPublished) await call(editStory, { id: copy.story.id, title: `${title} (copy)` })
  return copy
}

/** Turns a scheduled story into a draft. `restoreSchedules` undoes it. */
export async function unschedule(id: string): Promise<{ id: string }> {
  await call(editStory, { id, scheduled_at: null })
  return { id }
}

/**
 * Gives stories the times and approvals that they had before `unschedule`.
 *
 * @returns `lost`: those that need a new approval, because this user may not approve
 */
export async function restoreSchedules(ids: readonly string[]) {
  const { answers, problems } = await runAll(ids, (id) => call(restoreSchedule, { id }))
  const lost = answers.filter(({ approval_lost }) => approval_lost.length > 0)
  return { problems, lost: lost.map(({ story_id }) => story_id) }
}

/** Null if none lost its approval. */
export const approvalText = (lost: readonly string[]): string | null =>
  lost.length > 0 ? `${plural(lost.length, 'story needs', 'stories need')} a new approval.` : null
