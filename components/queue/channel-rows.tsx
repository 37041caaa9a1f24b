'use client'

import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { Time } from '@/components/time/zone'
import type { QueueItem } from '@/lib/queue-items/schema'
import { ChannelMenu } from './channel-menu'
import { PublishedLate } from './lateness'
import { PostLink } from './post-link'
import { reasonOf } from './queue-reasons'
import { QueueStatusText } from './queue-status'
import { ReviewButtons } from './review-buttons'

type Props = { items: readonly QueueItem[]; now: Date; isPaused: boolean }

/** The channels of an expanded story, each with its own time, status and actions. */
export function ChannelRows({ items, now, isPaused }: Props) {
  return (
    <ul className="relative z-10 mb-2 ml-3 flex flex-col border-l border-line pl-3 mr-3 lg:ml-24">
      {items.map((item) => (
        <ChannelRow key={item.id} item={item} now={now} isPaused={isPaused} />
      ))}
    </ul>
  )
}

function ChannelRow({ item, now, isPaused }: { item: QueueItem; now: Date; isPaused: boolean }) {
  const reason = reasonOf(item, now, { isPaused })
  const at = item.published_at ?? item.scheduled_at
  return (
    <li data-review className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 py-1">
      <span className="flex w-28 items-center gap-2">
        <ChannelIcon channel={item.channel} />
        {channelNames[item.channel]}
      </span>
      <span className="w-14 text-sm text-ink-soft">{at && <Time at={at} style="time" />}</span>
      <QueueStatusText item={item} now={now} />
      {item.published_url && <PostLink item={item} />}
      <PublishedLate item={item} />
      {reason && <p className="min-w-0 flex-1 basis-48 text-sm text-ink-soft wrap-anywhere">{reason}</p>}
      <div className="ml-auto flex flex-wrap items-center gap-x-3 gap-y-2">
        {item.status === 'pending' && (
          <div className="flex flex-wrap gap-2 lg:w-45">
            <ReviewButtons items={[item]} />
          </div>
        )}
        <ChannelMenu item={item} />
      </div>
    </li>
  )
}
