'use client'

import { CalendarClock, FilterX } from 'lucide-react'
import { useMemo } from 'react'
import { channelNames } from '@/components/channels/channel-names'
import { useConnectionsQuery } from '@/components/connections/use-connections'
import { ErrorNote } from '@/components/errors/error-note'
import { useIsAtLeast, useMay } from '@/components/projects/role'
import { ComposeLink } from '@/components/stories/compose-link'
import { formatTime } from '@/components/time/formats'
import { dayOf } from '@/components/time/local-time'
import { useNow } from '@/components/time/use-now'
import { Time, useZone, ZoneLine } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ListSkeleton } from '@/components/ui/skeleton'
import type { ListedQueueItem } from '@/lib/queue/contract'
import type { ForecastIssue } from '@/lib/queue-forecast/contract'
import { plural } from '@/lib/text/number-text'
import { ApproveAll } from './approve-all/approve-all'
import { DuePins } from './due-pins'
import { forecastByItem, useForecast } from './forecast/use-forecast'
import { FreeSlotChips } from './free-slots/free-slot-chips'
import { FreeSlotRow } from './free-slots/free-slot-row'
import { connectedSlots, type ListedFreeSlots, useFreeSlots } from './free-slots/use-free-slots'
import { usePause } from './pause/use-pause'
import { groupByDay, type QueueDay } from './queue-by-day'
import { isForward, type QueueFilter } from './queue-filter'
import { QueueSection } from './queue-section'
import { groupByStory, type QueueStory } from './queue-stories'
import { ReorderButton } from './reorder/reorder-button'
import { ReorderProvider } from './reorder/reorder-context'
import { ReviewNote } from './review/review-buttons'
import { LatenessLine } from './status/lateness'
import { isLate } from './status/queue-status'
import { StoryRow } from './story-row'
import type { useQueue } from './use-queue'

type Props = {
  queue: ReturnType<typeof useQueue>
  filter: QueueFilter
  renderedAt: string
  projectId: string
  initialFree: ListedFreeSlots | undefined
  onView: (view: QueueFilter['view']) => void
}

/** Max stories above the days, so that upcoming posts stay visible. */
const reviewPreviewSize = 5

const noItems: ListedQueueItem[] = []

/** The stories of a view by day. Stories to approve and overdue ones come first. */
export function QueueDays({ queue, filter, renderedAt, projectId, initialFree, onView }: Props) {
  const now = useNow(renderedAt)
  const { timeZone } = useZone()
  const mayApprove = useIsAtLeast('admin')
  const mayMove = useMay('stories:publish')
  const isPaused = usePause(projectId) !== null
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = queue
  const items = data?.items ?? noItems
  const forecast = useForecast(projectId)
  const free = useFreeSlots(projectId, {
    channel: filter.channel,
    isShown: filter.view === 'upcoming',
    initial: initialFree,
  })
  const until = data?.until
  // Later days are not loaded yet.
  const connections = useConnectionsQuery(projectId).data
  const connected = useMemo(
    () => new Set(connections?.flatMap(({ connected, channel }) => (connected ? [channel] : []))),
    [connections],
  )
  const gaps = useMemo(() => {
    const loaded = until ? free.filter(({ at }) => at < until) : free
    // Those of one channel say what is missing.
    return connections && filter.channel === null ? connectedSlots(loaded, connected) : loaded
  }, [free, until, connections, connected, filter.channel])
  const stories = useMemo(() => groupByStory(items, timeZone), [items, timeZone])
  const risks = useMemo(() => forecastByItem(forecast), [forecast])
  if (isPending) return <ListSkeleton label="Loading the queue" />
  const late = isForward(filter.view) ? stories.filter((story) => story.items.some((item) => isLate(item, now))) : []
  const waiting = filter.view === 'upcoming' && mayApprove ? stories.filter(needsApproval) : []
  const toReview = waiting.slice(0, reviewPreviewSize)
  const overdue = late.filter((story) => !toReview.includes(story))
  const onTime = stories.filter((story) => !late.includes(story) && !toReview.includes(story))
  const canReorder = filter.view === 'upcoming' && filter.channel === null && mayMove && stories.length > 1
  const approveAll = mayApprove && stories.filter(needsApproval).length > 1 && (
    <ApproveAll projectId={projectId} channel={filter.channel} />
  )
  const row = (story: QueueStory) => ({
    story,
    now,
    isPaused,
    isFiltered: filter.channel !== null,
    hasReview: mayApprove && stories.some(needsApproval),
    forecast: forecastOf(story, risks),
  })
  return (
    <div className="flex flex-col gap-4">
      <DuePins projectId={projectId} now={now} />
      {error && <ErrorNote isReading error={error} title="The queue may be out of date" />}
      {items.length === 0 && gaps.length === 0 && !error && <EmptyQueue {...{ filter, projectId, onView }} />}
      <ReviewNote items={items} />
      {filter.view === 'review' && approveAll && (
        <div className="flex items-center justify-between gap-3">
          <p className="text-ink-soft">Approved posts are published at their scheduled time.</p>
          {approveAll}
        </div>
      )}
      <ReorderProvider projectId={projectId} filter={filter} items={items} slots={gaps} now={now}>
        {stories.length + gaps.length > 0 && (
          <div className="panel divide-y divide-line">
            {toReview.length > 0 && (
              <QueueSection
                title="Needs your approval"
                action={
                  <span className="flex items-center gap-2 py-1">
                    {waiting.length > toReview.length && (
                      <Button isSmall tone="ghost" onClick={() => onView('review')}>
                        Show all
                      </Button>
                    )}
                    {approveAll}
                  </span>
                }
              >
                {toReview.map((story) => (
                  <StoryRow key={story.key} isDated {...row(story)} />
                ))}
              </QueueSection>
            )}
            {overdue.length > 0 && (
              <QueueSection title="Overdue">
                {overdue.map((story) => (
                  <StoryRow key={story.key} isDated {...row(story)} />
                ))}
              </QueueSection>
            )}
            {groupByDay(onTime, gaps, timeZone).map((day, index) => (
              <QueueSection
                key={day.day}
                title={<DayTitle at={day.at} now={now} />}
                action={
                  <span className="flex items-center gap-3">
                    {/* The last day can be incomplete. */}
                    {isForward(filter.view) && (!until || day.day < dayOf(until, timeZone)) && <DayCount {...day} />}
                    {index === 0 && canReorder && <ReorderButton {...{ projectId, items }} />}
                  </span>
                }
              >
                {day.rows.map((one) =>
                  !Array.isArray(one) ? (
                    <StoryRow key={one.key} {...row(one)} />
                  ) : filter.channel ? (
                    one.map((slot) => (
                      <FreeSlotRow
                        key={slot.at}
                        {...{ projectId, slot }}
                        isConnected={!connections || slot.channels.every((channel) => connected.has(channel))}
                      />
                    ))
                  ) : (
                    <FreeSlotChips key={one[0]?.at} projectId={projectId} slots={one} />
                  ),
                )}
              </QueueSection>
            ))}
          </div>
        )}
      </ReorderProvider>
      {hasNextPage && (
        <More until={data?.until ?? null} isBusy={isFetchingNextPage} onShow={() => void fetchNextPage()} />
      )}
      <div className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft">
        <p className="2xl:hidden">
          <ZoneLine />
        </p>
        <LatenessLine projectId={projectId} />
      </div>
    </div>
  )
}

/** Undefined for most rows, so that they are not drawn again. */
function forecastOf({ items }: QueueStory, risks: ReadonlyMap<string, ForecastIssue[]>): ForecastIssue[] | undefined {
  const own = items.flatMap(({ id }) => risks.get(id) ?? [])
  return own.length > 0 ? own : undefined
}

const needsApproval = ({ items }: QueueStory): boolean => items.some(({ status }) => status === 'pending')

const dayMs = 86_400_000

/** “Today, Friday 27 November”. */
function DayTitle({ at, now }: { at: string; now: Date }) {
  const { timeZone, locale } = useZone()
  const near: Record<string, string> = {
    [dayOf(now, timeZone)]: 'Today',
    [dayOf(new Date(now.getTime() + dayMs), timeZone)]: 'Tomorrow',
    [dayOf(new Date(now.getTime() - dayMs), timeZone)]: 'Yesterday',
  }
  const day = dayOf(at, timeZone)
  const name = near[day]
  const isThisYear = day.slice(0, 4) === dayOf(now, timeZone).slice(0, 4)
  const date = formatTime(at, isThisYear ? 'dayOfYear' : 'day', timeZone, locale)
  return (
    <span suppressHydrationWarning>
      {name ?? date}
      {name && <span className="font-normal text-ink-soft">, {date}</span>}
    </span>
  )
}

const DayCount = ({ stories, free }: Pick<QueueDay, 'stories' | 'free'>) => (
  <span className="text-xs whitespace-nowrap text-ink-soft max-sm:hidden">
    {[
      ...(stories > 0 ? [plural(stories, 'story', 'stories')] : []),
      ...(free > 0 ? [plural(free, 'free slot')] : []),
    ].join(', ')}
  </span>
)

/** The last day can be incomplete, so this says up to when the list is complete. */
function More({ until, isBusy, onShow }: { until: string | null; isBusy: boolean; onShow: () => void }) {
  return (
    <div className="flex flex-col items-center gap-2">
      {until && (
        <p className="text-center text-ink-soft">
          Showing posts until <Time at={until} />.
        </p>
      )}
      <Button isBusy={isBusy} onClick={onShow}>
        {until ? 'Show later posts' : 'Show more'}
      </Button>
    </div>
  )
}

const emptyText: Record<QueueFilter['view'], { title: string; text: string }> = {
  upcoming: {
    title: 'No scheduled posts',
    text: 'Scheduled posts appear here until they are published.',
  },
  review: {
    title: 'No posts need approval',
    text: 'Posts that need approval appear here.',
  },
  failed: { title: 'No failed posts', text: 'Posts that could not be published appear here with the reason.' },
  posted: { title: 'No published posts', text: 'Published posts appear here.' },
  rejected: { title: 'No rejected or cancelled posts', text: 'Rejected and cancelled posts appear here.' },
}

function EmptyQueue({ filter, projectId, onView }: Pick<Props, 'filter' | 'projectId' | 'onView'>) {
  const { title, text } = emptyText[filter.view]
  const suffix = filter.channel ? ` on ${channelNames[filter.channel]}` : ''
  return (
    <EmptyState
      Icon={filter.channel ? FilterX : CalendarClock}
      title={`${title}${suffix}`}
      action={
        filter.view === 'upcoming' ? (
          <ComposeLink projectId={projectId}>New story</ComposeLink>
        ) : (
          <Button onClick={() => onView('upcoming')}>Show upcoming posts</Button>
        )
      }
    >
      {text}
    </EmptyState>
  )
}
