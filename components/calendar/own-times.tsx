import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { Time } from '@/components/time/zone'
import type { CalendarStory } from './calendar-data'

/** What becomes of them when their story is moved. */
export const ownTimesWords = 'Channels with a time of their own keep their distance.'

export const OwnTimesNote = () => <p className="text-sm text-ink-soft">{ownTimesWords}</p>

/** The channels that go out at another time than the rest of their story, which stands where the first of them does. */
export function OwnTimes({ story: { own_times } }: { story: Pick<CalendarStory, 'own_times'> }) {
  if (own_times.length === 0) return null
  return (
    <ul aria-label="Channels with a time of their own" className="flex flex-col gap-1">
      {own_times.map(({ queue_item_id, channel, scheduled_at }) => (
        <li key={queue_item_id} className="flex flex-wrap items-center gap-x-2">
          <ChannelIcon channel={channel} size={16} />
          <span className="font-medium">{channelNames[channel]}</span>
          <Time at={scheduled_at} />
        </li>
      ))}
    </ul>
  )
}
