'use client'

import { ItemMetrics } from '@/components/analytics/story-metrics'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { previewAccount } from '@/components/connections/preview-account'
import { useLinkCards } from '@/components/link-cards/use-link-cards'
import { largeViewUrl } from '@/components/media/assets/thumbnail'
import { PostNotes } from '@/components/previews/post-notes'
import { PostPreview } from '@/components/previews/post-preview'
import type { PostCounts } from '@/components/previews/preview-props'
import { postTime } from '@/components/previews/rules/post-time'
import { PublishedLate } from '@/components/queue/lateness'
import { PinReminder } from '@/components/queue/pin-reminder'
import { PostLink } from '@/components/queue/post-link'
import { reasonOf, remedyOf } from '@/components/queue/queue-reasons'
import { QueueStatusChip } from '@/components/queue/queue-status'
import { ReviewButtons } from '@/components/queue/review-buttons'
import { Time, useZone } from '@/components/time/zone'
import { Skeleton } from '@/components/ui/skeleton'
import type { SocialConnection } from '@/lib/connections/contract'
import type { QueueItem } from '@/lib/queue-items/schema'
import type { StoryDetail } from '@/lib/stories/contract'
import type { PreviewChannel } from '@/lib/stories/preview-contract'
import { FirstCommentStatus } from './first-comment-status'

type Props = {
  item: StoryDetail['content_queue'][number]
  post: PreviewChannel | undefined
  plannedComment: string | null
  connection: SocialConnection | undefined
  now: Date
  isPaused: boolean
}

/** Status, post and results of a channel. */
export function StoryPost({ item, post, plannedComment, connection, now, isPaused }: Props) {
  const { channel, project_id: projectId } = item
  const zone = useZone()
  const cards = useLinkCards(projectId, channel, post)
  return (
    <li
      id={channel}
      data-review
      className="panel mb-4 scroll-mt-20 break-inside-avoid overflow-hidden target:border-accent target:ring-1 target:ring-accent"
    >
      <StatusPart {...{ item, plannedComment, now, isPaused }} />
      {post ? (
        <PostPreview
          channel={channel}
          className="border-t border-line p-4"
          post={post}
          account={previewAccount(projectId, connection)}
          time={postTime(channel, timeOf(item), now, zone)}
          imageUrlOf={(url) => largeViewUrl(projectId, url)}
          cards={cards}
          counts={countsOf(item)}
          opensFiles
        />
      ) : (
        <Skeleton className="m-4 h-64" />
      )}
      <div className="flex flex-col gap-1.5 border-t border-line px-4 py-3 has-[>div:only-child:empty]:hidden">
        <ItemMetrics item={item} />
        {post && <PostNotes channel={channel} post={post} />}
      </div>
    </li>
  )
}

function StatusPart({ item, plannedComment, now, isPaused }: Omit<Props, 'post' | 'connection'>) {
  const { status, attempt_count: attempts, published_at: publishedAt, scheduled_at: scheduledAt } = item
  const reason = reasonOf(item, now, { isPaused })
  const remedy = remedyOf(item)
  return (
    <div className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm">
        <span className="flex items-center gap-2 text-base font-medium">
          <ChannelIcon channel={item.channel} />
          {channelNames[item.channel]}
        </span>
        <QueueStatusChip item={item} now={now} />
        {publishedAt ? (
          <Time at={publishedAt} style="compact" className="text-ink-soft" />
        ) : (
          scheduledAt && status !== 'draft' && <Time at={scheduledAt} style="compact" className="text-ink-soft" />
        )}
        <PublishedLate item={item} />
        {item.published_url && (
          <span className="ml-auto">
            <PostLink item={item} />
          </span>
        )}
      </div>
      {reason && <p className={`mt-1.5 wrap-anywhere ${status === 'failed' ? 'text-bad' : ''}`}>{reason}</p>}
      {remedy && <p className="mt-0.5 text-sm text-ink-soft">{remedy}</p>}
      <FirstCommentStatus item={item} planned={plannedComment} />
      <PinReminder item={item} now={now} />
      {attempts > 1 && status !== 'posted' && (
        <p className="mt-0.5 text-sm text-ink-soft">{attempts} attempts so far.</p>
      )}
      {status === 'pending' && (
        <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
          <ReviewButtons items={[item]} />
        </div>
      )}
    </div>
  )
}

/** Null for a draft without a time. */
const timeOf = ({ published_at, scheduled_at, status }: QueueItem): string | null =>
  published_at ?? (status === 'draft' ? null : scheduled_at)

const countNames = ['likes', 'comments', 'shares', 'impressions', 'saves'] as const

const countsOf = ({ data_snapshot }: QueueItem): PostCounts =>
  Object.fromEntries(
    countNames.flatMap((name) => (typeof data_snapshot[name] === 'number' ? [[name, data_snapshot[name]]] : [])),
  )
