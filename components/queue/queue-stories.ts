import { channelNames } from '@/components/channels/channel-names'
import { dayOf } from '@/components/time/local-time'
import { channelIds } from '@/lib/channel-ids'
import type { ListedQueueItem } from '@/lib/queue/contract'
import type { QueueItem } from '@/lib/queue-items/schema'
import { textBelowHeadline } from '@/lib/stories/content/headline'

/** The posts of one story at one time: a row of the queue. */
export type QueueStory = {
  /** Unique in the list. */
  key: string
  day: string
  /** The earliest time of its posts. */
  at: string
  /** In the display order of channels. */
  items: [ListedQueueItem, ...ListedQueueItem[]]
  /** The story has posts at other times in this list. */
  isPart: boolean
}

/** When an item was published or is scheduled. */
export const timeOf = (item: QueueItem): string => item.published_at ?? item.scheduled_at ?? item.updated_at

/** Groups items by story and scheduled time. Rows keep the order of their first item. */
export function groupByStory(items: readonly ListedQueueItem[], timeZone: string): QueueStory[] {
  const stories = new Map<string, QueueStory>()
  for (const item of items) {
    const at = timeOf(item)
    const day = dayOf(at, timeZone)
    const key = `${item.story_id} ${day} ${item.scheduled_at}`
    const story = stories.get(key)
    if (!story) stories.set(key, { key, day, at, items: [item], isPart: false })
    else {
      story.items.push(item)
      if (at < story.at) story.at = at
    }
  }
  const rows = [...stories.values()]
  const rowsOfStory = groupBy(rows, ({ items: [{ story_id }] }) => story_id)
  for (const row of rows) {
    row.items.sort(byChannel)
    row.isPart = (rowsOfStory.get(row.items[0].story_id)?.length ?? 0) > 1
  }
  return rows
}

const byChannel = (one: QueueItem, other: QueueItem): number =>
  channelIds.indexOf(one.channel) - channelIds.indexOf(other.channel)

/** “X, Threads and LinkedIn”. */
export function channelList(items: readonly Pick<QueueItem, 'channel'>[]): string {
  const names = items.map(({ channel }) => channelNames[channel])
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

export const captionBelow = ({ title, primary_caption }: Pick<QueueItem, 'title' | 'primary_caption'>): string =>
  textBelowHeadline({ title, caption: primary_caption })

/** Groups in the order of their first member. */
export function groupBy<T, K>(all: readonly T[], keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const one of all) {
    const own = groups.get(keyOf(one))
    if (own) own.push(one)
    else groups.set(keyOf(one), [one])
  }
  return groups
}
