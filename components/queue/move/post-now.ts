import type { PendingPost } from '@/components/stories/pending-posts'
import { call } from '@/lib/api/client'
import { channelNames } from '@/lib/channels/names'
import { bulkReschedule, listConnections } from '@/lib/openapi/operations.generated'
import type { QueueItem } from '@/lib/queue-items/schema'
import { channelList } from '../queue-stories'
import { movablePosts } from './move-posts'

const publishDelayMs = 60_000

/** `story`: they are all its waiting posts, so nothing was done and the story can be posted as a whole. */
export type PostedNow = { kind: 'posting'; post: PendingPost } | { kind: 'waiting' } | { kind: 'story' }

/**
 * Moves some waiting posts of a story to a minute from now. Its other posts keep their times.
 *
 * @throws if a channel is not connected, or nothing can be moved
 */
export async function postNow(items: readonly [QueueItem, ...QueueItem[]], headline: string): Promise<PostedNow> {
  const [{ project_id, story_id }] = items
  const wanted = new Set(items.map(({ id }) => id))
  const waiting = await movablePosts(items[0])
  const own = waiting.filter(({ id }) => wanted.has(id))
  if (own.length === waiting.length) return { kind: 'story' }
  await requireConnections(project_id, items)
  const at = new Date(Date.now() + publishDelayMs).toISOString()
  const { updated } = await call(bulkReschedule, { project_id, queue_item_ids: [...wanted], scheduled_at: at })
  if (updated.length === 0) throw new Error('The post can no longer be moved.')
  if (items.every(({ status }) => status === 'pending')) return { kind: 'waiting' }
  const before = own.flatMap(({ id, scheduled_at }) => (scheduled_at ? [{ itemId: id, at: scheduled_at }] : []))
  return {
    kind: 'posting',
    post: {
      projectId: project_id,
      storyId: story_id,
      headline,
      channels: channelList(items),
      at,
      before: { at: null, own: before },
    },
  }
}

/** The endpoint moves posts without this check, because later they may be connected. */
async function requireConnections(project_id: string, items: readonly QueueItem[]): Promise<void> {
  const { connections } = await call(listConnections, { project_id })
  const lost = items.find(({ channel }) => !connections.some((one) => one.channel === channel && one.connected))
  if (lost) throw new Error(`${channelNames[lost.channel]} is not connected. Connect it first.`)
}
