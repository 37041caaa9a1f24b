import type { ChannelId } from '@/lib/channel-ids'
import { isWaiting, type QueueStatus } from '@/lib/queue-items/status'
import { deriveStoryStatus, isSettledByOperation, type StoryStatus } from '@/lib/stories/status'

/** A channel of a story and its time. */
export type TimedPost = { queue_item_id: string; channel: ChannelId; status: QueueStatus; scheduled_at: string }

type Divisible = {
  id: string
  at: string
  channels: readonly ChannelId[]
  status: StoryStatus
  /** Missing when all channels share one time. */
  posts?: TimedPost[] | undefined
}

/** The channels of a story that are published within the same minute. */
export type Part = {
  /** Unique in the calendar. Stays the same when the part moves. */
  key: string
  at: string
  channels: ChannelId[]
  status: StoryStatus
  is_public: boolean
  waits_for_approval: boolean
  posts: TimedPost[]
}

/** The parts of a story that is published at different times, in order. Empty if it has one time. */
export function partsOf({ id, at, channels, status, posts = [] }: Divisible): Part[] {
  const groups = new Map<string, TimedPost[]>()
  for (const post of posts) {
    const minute = minuteOf(post.scheduled_at)
    groups.set(minute, [...(groups.get(minute) ?? []), post])
  }
  const isDivided = [...groups.keys()].some((minute) => minute !== minuteOf(at))
  if (!isDivided) return []
  // A story always has a card at its time.
  if (!groups.has(minuteOf(at))) groups.set(minuteOf(at), [])
  const timed = new Set(posts.map(({ channel }) => channel))
  const untimed = channels.filter((channel) => !timed.has(channel))
  return [...groups]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([minute, own]): Part => {
      const isAtStoryTime = minute === minuteOf(at)
      const statuses = own.map((post) => post.status)
      const shown = channels.filter(
        (channel) => own.some((post) => post.channel === channel) || (isAtStoryTime && untimed.includes(channel)),
      )
      return {
        key: own.length === 0 ? id : `${id}:${own.map(({ queue_item_id }) => queue_item_id).sort()[0]}`,
        at: isAtStoryTime ? at : (own.map(({ scheduled_at }) => scheduled_at).sort()[0] ?? at),
        channels: shown.length > 0 ? shown : [...channels],
        status: own.length === 0 || isSettledByOperation(status) ? status : deriveStoryStatus(statuses),
        is_public: statuses.includes('posted'),
        waits_for_approval: statuses.includes('pending') && !statuses.includes('approved'),
        posts: own,
      }
    })
}

/** Posts of the same minute are one card: retries and approvals are seconds apart. */
export const minuteOf = (at: string): string => at.slice(0, 16)

/**
 * The times of a story after some of its posts moved. The story’s time is that of its first waiting post.
 *
 * @param times new times by queue item
 */
export function withPostTimes<Story extends { at: string; posts?: TimedPost[] | undefined }>(
  { at, posts = [] }: Story,
  times: ReadonlyMap<string, string>,
) {
  const moved = posts.map((post) => ({ ...post, scheduled_at: times.get(post.queue_item_id) ?? post.scheduled_at }))
  const waiting = moved.filter(isWaiting)
  const first = waiting.map(({ scheduled_at }) => scheduled_at).sort()[0] ?? at
  const own_times = waiting.flatMap(({ queue_item_id, channel, scheduled_at }) =>
    scheduled_at === first ? [] : [{ queue_item_id, channel, scheduled_at }],
  )
  return { at: first, own_times, posts: moved }
}
