'use client'

import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { Time } from '@/components/time/zone'
import type { ListedQueueItem } from '@/lib/queue/contract'
import type { ForecastIssue } from '@/lib/queue-forecast/contract'
import { ChannelMenu } from './channel-menu'
import { ReviewButtons } from './review/review-buttons'
import { PublishedLate } from './status/lateness'
import { PostLink } from './status/post-link'
import { reasonOf } from './status/queue-reasons'
import { issuesOf, QueueStatusText } from './status/queue-status'

type Props = {
  items: readonly ListedQueueItem[]
  now: Date
  isPaused: boolean
  forecast: readonly ForecastIssue[]
  /** The columns that the row of the story has. */
  hasRetry: boolean
  hasReview: boolean
}

/** The channels of an expanded story, each with its own status and actions, in the columns of the story. */
export const ChannelRows = ({ items, ...props }: Props) => (
  <ul className="relative z-10 pb-2">
    {items.map((item) => (
      <ChannelRow key={item.id} item={item} {...props} />
    ))}
  </ul>
)

type RowProps = Omit<Props, 'items'> & { item: ListedQueueItem }

function ChannelRow({ item, now, isPaused, forecast, hasRetry, hasReview }: RowProps) {
  const reason = reasonOf(item, now, { isPaused })
  const at = item.published_at ?? item.scheduled_at
  return (
    <li data-review className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1 lg:flex-nowrap">
      <span className="flex w-10 shrink-0 justify-center">
        <ChannelIcon channel={item.channel} />
      </span>
      <div className="min-w-0 flex-1">
        <p>{channelNames[item.channel]}</p>
        {reason && <p className="text-sm text-ink-soft wrap-anywhere">{reason}</p>}
      </div>
      <div className="flex items-center gap-x-3 gap-y-2 max-lg:order-1 max-lg:w-full max-lg:flex-wrap max-lg:pl-13 lg:contents">
        <span className="text-sm whitespace-nowrap text-ink-soft lg:-order-1 lg:w-18">
          {at && <Time at={at} style="time" />}
        </span>
        <span className="flex flex-wrap gap-x-3 text-sm empty:max-lg:hidden lg:w-32">
          {item.published_url && <PostLink item={item} />}
          <PublishedLate item={item} />
        </span>
        <span className="lg:w-34">
          <QueueStatusText item={item} now={now} issues={issuesOf(forecast, item)} />
        </span>
        {hasRetry && <span className="max-lg:hidden lg:w-32" />}
        {hasReview && (
          <div className="flex flex-wrap gap-2 empty:max-lg:hidden lg:w-45">
            {item.status === 'pending' && <ReviewButtons items={[item]} />}
          </div>
        )}
      </div>
      <div className="flex min-w-8 justify-end pointer-coarse:min-w-10">
        <ChannelMenu item={item} />
      </div>
    </li>
  )
}
