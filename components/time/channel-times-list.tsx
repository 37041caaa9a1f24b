import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { Time } from '@/components/time/zone'
import type { ChannelTime } from './channel-times'

/** The note about them for when their story moves. */
export const channelTimesText = 'Channels with their own time move by the same amount.'

export const ChannelTimesNote = () => <p className="text-sm text-ink-soft">{channelTimesText}</p>

/** The channels with their own time. */
export function ChannelTimes({ times }: { times: readonly ChannelTime[] }) {
  if (times.length === 0) return null
  return (
    <ul aria-label="Channels with their own time" className="flex flex-col gap-1">
      {times.map(({ queue_item_id, channel, scheduled_at }) => (
        <li key={queue_item_id} className="flex flex-wrap items-center gap-x-2">
          <ChannelIcon channel={channel} size={16} />
          <span className="font-medium">{channelNames[channel]}</span>
          <Time at={scheduled_at} />
        </li>
      ))}
    </ul>
  )
}
