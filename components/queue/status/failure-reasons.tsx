import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames, nameChannels } from '@/components/channels/channel-names'
import { Notice } from '@/components/ui/notice'
import type { ChannelId } from '@/lib/channel-ids'
import type { StoryDetail } from '@/lib/stories/contract'
import { reasonOf } from './queue-reasons'

type Props = { story: Pick<StoryDetail, 'content_queue'>; channels: readonly ChannelId[]; now: Date }

/** Why these channels failed. */
export function FailureReasons({ story, channels, now }: Props) {
  const items = story.content_queue.filter(({ channel }) => channels.includes(channel))
  const [first, ...others] = items
  if (!first) return null
  if (others.every(({ skip_reason }) => skip_reason === first.skip_reason)) {
    return (
      <Notice tone="bad" title={`${nameChannels(items.map(({ channel }) => channel))} failed`}>
        {reasonOf(first, now)}
      </Notice>
    )
  }
  return (
    <Notice tone="bad" title={`${items.length} channels failed`}>
      <ul className="mt-1 flex flex-col gap-1">
        {items.map((item) => (
          <li key={item.id} className="flex items-start gap-2">
            <span className="mt-0.5 shrink-0">
              <ChannelIcon channel={item.channel} size={16} />
            </span>
            <span className="min-w-0">
              <span className="font-medium">{channelNames[item.channel]}:</span> {reasonOf(item, now)}
            </span>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
