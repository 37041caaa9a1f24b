'use client'

import { ChevronDown } from 'lucide-react'
import { ItemMetrics } from '@/components/analytics/story-metrics'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { previewAccount } from '@/components/connections/preview-account'
import { useLinkCards } from '@/components/link-cards/use-link-cards'
import { largeViewUrl } from '@/components/media/assets/thumbnail'
import { PostPreview } from '@/components/previews/post-preview'
import type { PostCounts } from '@/components/previews/preview-props'
import { postTime } from '@/components/previews/rules/post-time'
import { PublishedLate } from '@/components/queue/status/lateness'
import { PostLink } from '@/components/queue/status/post-link'
import { detailsOf, reasonOf, remedyOf } from '@/components/queue/status/queue-reasons'
import { QueueStatusChip } from '@/components/queue/status/queue-status'
import { Time, useZone } from '@/components/time/zone'
import { Skeleton } from '@/components/ui/skeleton'
import type { SocialConnection } from '@/lib/connections/contract'
import type { ForecastIssue } from '@/lib/queue-forecast/contract'
import type { QueueItem } from '@/lib/queue-items/schema'
import type { StoryDetail } from '@/lib/stories/contract'
import type { PreviewChannel } from '@/lib/stories/preview-contract'
import { FirstCommentStatus, PinReminder, PostIssues, PostNotes, ReviewButtons } from './lazy-parts'

type Props = {
  item: StoryDetail['content_queue'][number]
  post: PreviewChannel | undefined
  plannedComment: string | null
  connection: SocialConnection | undefined
  now: Date
  isPaused: boolean
  issues: readonly ForecastIssue[]
  isOpen: boolean
  onToggle: () => void
}

/** Status, post and results of a channel. */
export function StoryPost({ item, post, plannedComment, connection, now, isPaused, issues, isOpen, onToggle }: Props) {
  const { channel, project_id: projectId } = item
  const zone = useZone()
  const cards = useLinkCards(projectId, channel, isOpen ? post : undefined)
  const panelId = `post-${channel}`
  return (
    <li id={channel} data-review className="scroll-mt-20 target:shadow-[inset_2px_0_0_var(--color-accent)]">
      <StatusPart {...{ item, plannedComment, now, isPaused, issues, isOpen, onToggle, panelId }} />
      {isOpen && (
        <div id={panelId} className="border-t border-line">
          {post ? (
            <PostPreview
              channel={channel}
              className="p-4"
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
          {post && (
            <div className="border-t border-line px-4 py-3 has-[>div:empty]:hidden">
              <PostNotes channel={channel} post={post} />
            </div>
          )}
        </div>
      )}
    </li>
  )
}

type StatusProps = Omit<Props, 'post' | 'connection'> & { panelId: string }

/** Always visible: what happened to the post of a channel, its results, and what to do. */
function StatusPart({ item, plannedComment, now, isPaused, issues, isOpen, onToggle, panelId }: StatusProps) {
  const { status, attempt_count: attempts, published_at: publishedAt, scheduled_at: scheduledAt } = item
  const reason = reasonOf(item, now, { isPaused })
  const remedy = remedyOf(item)
  const details = detailsOf(item)
  const network = channelNames[item.channel]
  return (
    <div className="relative px-4 py-2.5 hover:bg-hover">
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="flex w-28 items-center gap-2 text-base font-medium">
          <ChannelIcon channel={item.channel} />
          {network}
        </span>
        <QueueStatusChip item={item} now={now} issues={issues} />
        {publishedAt ? (
          <Time at={publishedAt} style="compact" className="text-ink-soft" />
        ) : (
          scheduledAt && status !== 'draft' && <Time at={scheduledAt} style="compact" className="text-ink-soft" />
        )}
        <PublishedLate item={item} />
        <span className="ml-auto flex items-center gap-2">
          {item.published_url && (
            <span className="relative z-10">
              <PostLink item={item} />
            </span>
          )}
          {/* Covers the row. */}
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? panelId : undefined}
            aria-label={`${isOpen ? 'Hide' : 'Show'} the post on ${network}`}
            onClick={onToggle}
            className="flex size-7 items-center justify-center rounded-md text-ink-soft after:absolute after:inset-0"
          >
            <ChevronDown
              aria-hidden
              size={16}
              className={isOpen ? 'rotate-180 transition-transform' : 'transition-transform'}
            />
          </button>
        </span>
      </div>
      <ItemMetrics item={item} />
      {/* Above the button, so that it can be selected. */}
      {reason && (
        <p className={`relative z-10 mt-1.5 wrap-anywhere ${status === 'failed' ? 'text-bad' : ''}`}>
          {reason} {remedy && <span className="text-ink">{remedy}</span>}
        </p>
      )}
      {details && (
        <details className="relative z-10 mt-0.5 text-sm text-ink-soft">
          <summary className="w-fit cursor-pointer py-0.5 pointer-coarse:py-3">Details</summary>
          <p className="wrap-anywhere">{details}</p>
        </details>
      )}
      {issues.length > 0 && <PostIssues projectId={item.project_id} issues={issues} />}
      {(item.first_comment || plannedComment) && <FirstCommentStatus item={item} planned={plannedComment} />}
      {item.data_snapshot.pin !== undefined && <PinReminder item={item} now={now} />}
      {attempts > 1 && status !== 'posted' && (
        <p className="mt-0.5 text-sm text-ink-soft">{attempts} attempts so far.</p>
      )}
      {status === 'pending' && (
        <div className="relative z-10 mt-2 flex flex-wrap gap-2 empty:hidden">
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
