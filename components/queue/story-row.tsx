'use client'

import { CalendarClock, ChevronDown } from 'lucide-react'
import Link from 'next/link'
import { memo, type ReactNode, useId, useState } from 'react'
import { ChannelStack, type ChannelState } from '@/components/channels/channel-avatar'
import { RowThumbnail } from '@/components/media/assets/row-thumbnail'
import { useIsAtLeast, useMay } from '@/components/projects/role'
import { editableChannels } from '@/components/stories/editable-channels'
import { isPostedSoon } from '@/components/stories/pending-posts'
import { StoryMenu } from '@/components/stories/story-actions'
import { usePendingPost } from '@/components/stories/use-pending-posts'
import { Time } from '@/components/time/zone'
import { ButtonLink } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { InlineLoading, lazyComponent } from '@/components/ui/lazy/lazy-component'
import type { ChannelId } from '@/lib/channel-ids'
import type { ListedQueueItem } from '@/lib/queue/contract'
import type { ForecastIssue } from '@/lib/queue-forecast/contract'
import { headlineOf } from '@/lib/stories/content/headline'
import { isRejectedInReview } from '@/lib/stories/status'
import { usePostNow } from './move/use-post-now'
import { PinReminder } from './pin-reminder'
import { PostingCountdown } from './posting-countdown'
import { captionBelow, channelList, groupBy, type QueueStory } from './queue-stories'
import { dropLook } from './reorder/drop-look'
import { useDropEdge, usePlaces } from './reorder/reorder-context'
import { ReorderHandle } from './reorder/reorder-handle'
import { useReorderItems } from './reorder/use-reorder-items'
import { useRowDrag } from './reorder/use-row-drag'
import { ReviewButtons } from './review/review-buttons'
import { PublishedLate } from './status/lateness'
import { PostLink } from './status/post-link'
import { mediaFindingOf, reasonOf } from './status/queue-reasons'
import { isLate, issuesOf, QueueStatusText, queueBadgeOf } from './status/queue-status'

const ChannelRows = lazyComponent(() => import('./channel-rows').then((it) => it.ChannelRows), InlineLoading)

/** Keeps the height of a warning while it loads. */
const OneLine = () => <p className="h-5" />
const RowForecast = lazyComponent(() => import('./forecast/row-forecast').then((it) => it.RowForecast), OneLine)

const RescheduleDialog = lazyComponent(() => import('./move/reschedule-dialog').then((it) => it.RescheduleDialog))

type Props = {
  story: QueueStory
  now: Date
  isPaused?: boolean
  /** Show the date with the time. */
  isDated?: boolean
  /** The list shows one channel only. */
  isFiltered?: boolean
  /** Keep space for the review buttons, so that the columns of all rows are aligned. */
  hasReview?: boolean
  /** What will or may fail. */
  forecast?: readonly ForecastIssue[] | undefined
}

/** The browser skips rows outside the window, except while a menu is open, because that would clip it. */
const skipOffscreen =
  '[contain-intrinsic-size:auto_3.5rem] [content-visibility:auto] has-aria-expanded:[content-visibility:visible]'

/** A story with its channels on one day. Memoized, because a list can have hundreds. */
export const StoryRow = memo(function StoryRow(props: Props) {
  const { story, now, isPaused = false, isDated = false, isFiltered = false, hasReview, forecast = [] } = props
  const [isExpanded, setIsExpanded] = useState(false)
  const channelsId = useId()
  const { items } = story
  const [first] = items
  const isGroup = items.length > 1
  const mayApprove = useIsAtLeast('admin')
  const pending = items.filter(({ status }) => status === 'pending')
  const [firstPending, ...otherPending] = pending
  const headline = headlineOf({ title: first.title, caption: first.primary_caption })
  const { row, handle } = useRowDrag(first.id)
  const edge = useDropEdge(first.id)
  const mayWrite = useMay('stories:write')
  const hasRetry = mayWrite && isRetriable(first.story_status) && editableChannels(items).length > 0
  const pendingPost = usePendingPost(first.story_id)
  const place = usePlaces().get(first.id)
  const urgent = mostUrgent(items, now, forecast)
  return (
    <li
      ref={row}
      data-review
      data-place={first.id}
      className={classes(
        skipOffscreen,
        'relative group-last/section:last:rounded-b-xl hover:bg-hover data-dragged:opacity-50',
        edge && dropLook[edge],
      )}
    >
      <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2 lg:flex-nowrap">
        {place && <ReorderHandle ref={handle} id={first.id} headline={headline} />}
        <RowThumbnail url={first.picture_url} />
        <div className="min-w-0 flex-1">
          <h3 className={classes('font-medium', captionBelow(first) ? 'truncate' : 'line-clamp-2 wrap-anywhere')}>
            {/* The link covers the row; other controls are above it. */}
            <Link href={`/${first.project_id}/stories/${first.story_id}`} className="after:absolute after:inset-0">
              {headline}
            </Link>
          </h3>
          <Details story={story} now={now} isPaused={isPaused} />
          {(forecast.length > 0 || items.some(mediaFindingOf)) && <RowForecast issues={forecast} items={items} />}
        </div>
        <div
          className={classes(
            'flex items-center gap-x-3 gap-y-2 max-lg:order-1 max-lg:w-full max-lg:flex-wrap max-lg:pl-13 lg:contents',
            // Next to the handle, below the title.
            place && 'pointer-fine:max-lg:pl-20',
          )}
        >
          <RowTime at={story.at} isDated={isDated} isFixed={place?.isFixed ?? false} />
          <span className={classes('relative flex items-center gap-1 lg:w-32', isGroup && 'z-10')}>
            <Stack items={items} now={now} forecast={forecast} />
            {isGroup && (
              // Covers the logos too.
              <button
                type="button"
                aria-label={isExpanded ? 'Hide channels' : 'Show channels'}
                title={isExpanded ? 'Hide channels' : 'Show channels'}
                aria-expanded={isExpanded}
                aria-controls={isExpanded ? channelsId : undefined}
                onClick={() => setIsExpanded(!isExpanded)}
                className="flex size-6 items-center justify-center rounded-md text-ink-soft after:absolute after:inset-0 hover:text-ink"
              >
                <ChevronDown
                  aria-hidden
                  size={16}
                  className={classes('transition-transform', isExpanded && 'rotate-180')}
                />
              </button>
            )}
          </span>
          {/* On a phone the buttons say it. */}
          <span className={classes('lg:w-34', firstPending && mayApprove && 'max-sm:hidden')}>
            {pendingPost && items.some(({ id, status }) => status === 'approved' && isPostedSoon(pendingPost, id)) ? (
              <PostingCountdown post={pendingPost} />
            ) : (
              <QueueStatusText item={urgent} now={now} issues={issuesOf(forecast, urgent)} />
            )}
          </span>
          {hasRetry && (
            <div className="relative z-10 lg:w-32">
              <ButtonLink isSmall href={`/${first.project_id}/stories/${first.story_id}/edit`}>
                Edit and retry
              </ButtonLink>
            </div>
          )}
          {(hasReview || firstPending) && (
            <div className="flex flex-wrap gap-2 lg:w-45">
              {firstPending && <ReviewButtons items={[firstPending, ...otherPending]} />}
            </div>
          )}
        </div>
        <RowMenu items={items} isPart={isFiltered || story.isPart} />
      </div>
      {isExpanded && isGroup && (
        <div id={channelsId}>
          <ChannelRows
            {...{ items, now, isPaused, forecast, hasRetry }}
            hasReview={Boolean(hasReview || firstPending)}
          />
        </div>
      )}
    </li>
  )
})

/** Its editor opens for the failed channels. */
const isRetriable = (status: ListedQueueItem['story_status']): boolean => status === 'failed' || status === 'partial'

/** The time; with its day if the section is not of one day. `isFixed`: it is no posting slot. */
const RowTime = ({ at, isDated, isFixed }: { at: string; isDated: boolean; isFixed: boolean }) => (
  <span className="text-sm font-medium whitespace-nowrap lg:-order-1 lg:w-18">
    {isDated && (
      <>
        <Time at={at} style="weekday" className="lg:block lg:text-xs lg:font-normal lg:text-ink-soft" />
        <span className="lg:hidden">, </span>
      </>
    )}
    <Time at={at} style="time" />
    {isFixed && (
      <span
        title="Time set by hand"
        className="relative z-10 ml-1.5 text-xs font-normal text-ink-soft lg:ml-0 lg:block"
      >
        Not in a slot
      </span>
    )}
  </span>
)

/** Below the headline: why posts failed or wait, else more of the text. */
function Details({ story: { items }, now, isPaused }: { story: QueueStory; now: Date; isPaused: boolean }) {
  const [first] = items
  const reasons = reasonsOf(items, now, isPaused)
  const caption = captionBelow(first)
  const link = items.length === 1 && first.published_url && <PostLink item={first} />
  return (
    <>
      {reasons}
      {!reasons && caption && <p className="truncate text-sm text-ink-soft">{caption}</p>}
      {link && (
        <p className="flex flex-wrap gap-x-3 text-sm">
          {link}
          <PublishedLate item={first} />
        </p>
      )}
      {items.map((item) => (
        <PinReminder key={item.id} item={item} now={now} />
      ))}
    </>
  )
}

/** Each reason once, with its channels unless it applies to all. */
function reasonsOf(items: readonly ListedQueueItem[], now: Date, isPaused: boolean): ReactNode {
  const all = items.flatMap((item) => {
    const found = item.skip_reason ? null : mediaFindingOf(item)
    // Shown as a warning of the row.
    if (found && (found.severity === 'error' || !isLate(item, now))) return []
    const reason = reasonOf(item, now, { isPaused })
    return reason ? [{ item, reason }] : []
  })
  if (all.length === 0) return null
  return [...groupBy(all, ({ reason }) => reason).values()].map((own) => (
    <p key={own[0]?.item.id} className="text-sm text-ink-soft wrap-anywhere">
      {own.length < items.length && `${channelList(own.map(({ item }) => item))}: `}
      {own[0]?.reason}
    </p>
  ))
}

/** The channels. Their states are shown if they differ. */
function Stack({ items, now, forecast }: Required<Pick<Props, 'now' | 'forecast'>> & Pick<QueueStory, 'items'>) {
  const badges = items.map((item) => ({
    channel: item.channel,
    badge: queueBadgeOf(item, now, issuesOf(forecast ?? [], item)),
  }))
  const isMixed = badges.some(({ badge }) => badge.label !== badges[0]?.badge.label)
  const states: Partial<Record<ChannelId, ChannelState>> = {}
  if (isMixed) for (const { channel, badge } of badges) states[channel] = { tone: badge.tone, label: badge.label }
  return <ChannelStack channels={items.map(({ channel }) => channel)} states={states} />
}

const urgency = ['failed', 'pending', 'approved', 'draft', 'posted', 'rejected'] as const

/** The item whose status the row shows. */
function mostUrgent(items: QueueStory['items'], now: Date, forecast: readonly ForecastIssue[]): ListedQueueItem {
  const rankOf = (item: ListedQueueItem): number => {
    const rank = urgency.indexOf(item.status)
    if (item.status !== 'approved') return rank
    if (isLate(item, now)) return 0.5
    return issuesOf(forecast, item).length > 0 ? rank - 0.5 : rank
  }
  return items.reduce((one, other) => (rankOf(other) < rankOf(one) ? other : one))
}

/** `isPart`: the story can have posts that are not in this row, which its actions leave alone. */
function RowMenu({ items, isPart }: Pick<QueueStory, 'items' | 'isPart'>) {
  const [isMoving, setIsMoving] = useState(false)
  const mayPublish = useMay('stories:publish')
  const [first] = items
  const mayMove = mayPublish && items.some(({ status }) => status === 'approved' || status === 'pending')
  const headline = headlineOf({ title: first.title, caption: first.primary_caption })
  const reorder = useReorderItems(items, headline)
  const postNow = usePostNow(items, { headline, status: first.story_status })
  const channels = isPart ? channelList(items) : null
  const reschedule = {
    label: channels ? `Reschedule on ${channels}…` : 'Reschedule…',
    icon: <CalendarClock aria-hidden size={16} />,
    onSelect: () => setIsMoving(true),
  }
  return (
    <div className="relative z-10">
      <StoryMenu
        story={{
          id: first.story_id,
          project_id: first.project_id,
          status: first.story_status,
          is_rejected: isRejectedInReview(first.story_status, items),
        }}
        headline={headline}
        extra={mayMove ? [reschedule, ...reorder.items] : []}
        row={{ channels, onPostNow: () => void postNow() }}
      />
      {reorder.dialog}
      {isMoving && (
        <RescheduleDialog
          title={`Reschedule “${headline}”${channels ? ` on ${channels}` : ''}`}
          items={items}
          onClose={() => setIsMoving(false)}
        />
      )}
    </div>
  )
}
