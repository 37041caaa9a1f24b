import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { Time } from '@/components/time/zone'
import type { OwnTime } from './own-times'

/** What becomes of them when their story is moved. */
export const ownTimesWords = 'Channels with a time of their own keep their distance.'

export const OwnTimesNote = () => <p className="text-sm text-ink-soft">{ownTimesWords}</p>

/** The channels that go out at another time than the rest of their story. */
export function OwnTimes({ times }: { times: readonly OwnTime[] }) {
  if (times.length === 0) return null
  return (
    <ul aria-label="Channels with a time of their own" className="flex flex-col gap-1">
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
