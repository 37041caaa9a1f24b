import { call } from '@/lib/api/client'
import { channelIds } from '@/lib/channel-ids'
import { bulkReschedule, listQueue } from '@/lib/openapi/operations.generated'
import type { QueueItem } from '@/lib/queue-items/schema'
import { groupBy } from '../queue-stories'

type Timed = Pick<QueueItem, 'id' | 'project_id' | 'story_id' | 'channel' | 'scheduled_at'>

/** All posts of a story that a move of the story moves. */
export async function movablePosts({ project_id, story_id }: Timed): Promise<Timed[]> {
  const { items } = await call(listQueue, { project_id, story_id, status: 'pending,approved', limit: 100 })
  return [...items].sort((one, other) => channelIds.indexOf(one.channel) - channelIds.indexOf(other.channel))
}

/** The local time of a post that moves as far as another one, which moves between two local times. */
export function movedAlong(local: string, from: string, to: string): string {
  const ms = Date.parse(`${local}Z`) + Date.parse(`${to}Z`) - Date.parse(`${from}Z`)
  return Number.isNaN(ms) ? '' : new Date(ms).toISOString().slice(0, 16)
}

/**
 * Moves posts back to their times.
 *
 * @param before the posts as before the move
 * @throws if a time cannot be restored
 */
export async function undoReschedule(before: readonly Timed[], isWholeStory: boolean): Promise<void> {
  const [first] = [...before].sort((one, other) => (one.scheduled_at ?? '').localeCompare(other.scheduled_at ?? ''))
  if (!first?.scheduled_at) return
  const times = new Map<string, string>()
  const { project_id } = first
  if (isWholeStory) {
    // The time of the story itself goes back with its first post.
    const move = { story_ids: [first.story_id], scheduled_at: first.scheduled_at, shift_own_times: true as const }
    const { updated } = await call(bulkReschedule, { project_id, ...move })
    for (const { queue_item_id, scheduled_at } of updated) times.set(queue_item_id, scheduled_at)
  }
  // A clock change in between can shift the others.
  const wrong = before.filter(({ id, scheduled_at }) => scheduled_at !== null && times.get(id) !== scheduled_at)
  for (const [scheduled_at, own] of groupBy(wrong, (item) => item.scheduled_at ?? '')) {
    const { updated } = await call(bulkReschedule, {
      project_id,
      queue_item_ids: own.map(({ id }) => id),
      scheduled_at,
    })
    if (updated.length < own.length) throw new Error('Some posts can no longer be moved.')
  }
}
