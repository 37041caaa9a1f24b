import { RotateCcw } from 'lucide-react'
import { nameChannels } from '@/components/channels/channel-names'
import type { ChannelId } from '@/lib/channel-ids'
import type { QueueItem } from '@/lib/queue-items/schema'
import { dueState } from './due-state'
import type { StatusBadge } from './status-badges'

type Item = Pick<QueueItem, 'status' | 'scheduled_at'> & { data_snapshot?: QueueItem['data_snapshot'] }

/** A failed post that is sent again soon. */
export const isRetrying = ({ status, scheduled_at, data_snapshot }: Item, now: Date): boolean =>
  status === 'approved' &&
  scheduled_at !== null &&
  data_snapshot?.retry_at === scheduled_at &&
  dueState(scheduled_at, now) === 'scheduled'

/** The channels of a story that are tried again soon. */
export const retryingChannels = (items: readonly (Item & Pick<QueueItem, 'channel'>)[], now: Date): ChannelId[] =>
  items.filter((item) => isRetrying(item, now)).map(({ channel }) => channel)

export const retryingBadge = (channels: readonly ChannelId[]): StatusBadge => ({
  label: channels.length > 0 ? `Retrying ${nameChannels(channels)}` : 'Retrying',
  tone: 'info',
  Icon: RotateCcw,
})
