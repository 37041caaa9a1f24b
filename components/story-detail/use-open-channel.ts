import { useEffect, useState } from 'react'
import type { ChannelId } from '@/lib/channel-ids'
import type { QueueItem } from '@/lib/queue-items/schema'

/** What needs attention comes first. */
const urgency: readonly QueueItem['status'][] = ['failed', 'pending']

type Item = Pick<QueueItem, 'channel' | 'status'>

/** Of several failed ones the last, so that the post does not separate their reasons. */
export function mostUrgent(items: readonly Item[]): ChannelId | null {
  for (const wanted of urgency) {
    const found = items.findLast(({ status }) => status === wanted)
    if (found) return found.channel
  }
  return items[0]?.channel ?? null
}

/** The order on the page. */
export const failedFirst = <T extends Item>(items: readonly T[]): T[] =>
  items.toSorted((one, other) => Number(other.status === 'failed') - Number(one.status === 'failed'))

/** The channel whose post is shown: the one in the hash of the URL, else the one that needs attention. */
export function useOpenChannel(items: readonly Item[]): [ChannelId | null, (channel: ChannelId | null) => void] {
  const [open, setOpen] = useState(() => mostUrgent(items))
  useEffect(() => {
    const follow = (): void => {
      const linked = items.find(({ channel }) => `#${channel}` === window.location.hash)
      if (linked) setOpen(linked.channel)
    }
    follow()
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [items])
  return [open, setOpen]
}
