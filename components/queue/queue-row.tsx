'use client'

import { ExternalLink } from 'lucide-react'
import Link from 'next/link'
import { memo } from 'react'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { headlineOf } from '@/components/stories/story-text'
import { Time } from '@/components/time/zone'
import type { QueueItem } from '@/lib/queue/contract'
import { WentOutLate } from './lateness'
import { PinReminder } from './pin-reminder'
import { QueueStatusChip } from './queue-status'
import { reasonOf } from './reasons'
import { ReviewButtons } from './review-buttons'

type Props = { item: QueueItem; now: Date; isPaused?: boolean; isDated?: boolean }

/** Hundreds stand in a list: what changes elsewhere on the page leaves them alone. */
export const QueueRow = memo(function QueueRow({ item, now, isPaused = false, isDated = false }: Props) {
  const reason = reasonOf(item, now, { isPaused })
  const at = item.published_at ?? item.scheduled_at
  return (
    <li className="relative flex flex-wrap items-start gap-x-4 gap-y-2 p-4 hover:bg-sunken/50">
      <div className={`flex w-full items-center gap-2.5 ${isDated ? 'sm:w-72' : 'sm:w-60'}`}>
        <span className={`${isDated ? 'w-42' : 'w-20'} font-medium whitespace-nowrap tabular-nums`}>
          {at && <Time at={at} style={isDated ? 'short' : 'time'} />}
        </span>
        <span className="flex items-center gap-2">
          <ChannelIcon channel={item.channel} />
          {channelNames[item.channel]}
        </span>
      </div>
      <div className="min-w-0 flex-1 basis-56">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <QueueStatusChip item={item} now={now} />
          {item.published_url && <PostLink item={item} />}
          <WentOutLate item={item} />
        </div>
        <p className="mt-1 font-medium wrap-anywhere">
          <Link href={`/${item.project_id}/stories/${item.story_id}`} className="after:absolute after:inset-0">
            {headlineOf({ title: item.title, caption: item.primary_caption })}
          </Link>
        </p>
        {reason && <p className="mt-0.5 text-sm wrap-anywhere">{reason}</p>}
        <PinReminder item={item} now={now} />
      </div>
      {item.status === 'pending' && <ReviewButtons item={item} />}
    </li>
  )
})

/** Leads to the post at its network. */
export function PostLink({ item }: { item: Pick<QueueItem, 'published_url' | 'channel'> }) {
  return (
    <a
      href={item.published_url ?? undefined}
      target="_blank"
      rel="noreferrer"
      className="relative z-10 inline-flex items-center gap-1 font-medium text-accent underline"
    >
      Open the post<span className="sr-only"> on {channelNames[item.channel]}, in a new tab</span>
      <ExternalLink aria-hidden size={14} />
    </a>
  )
}
