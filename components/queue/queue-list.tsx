'use client'

import { CalendarClock, FilterX } from 'lucide-react'
import { usePathname, useSearchParams } from 'next/navigation'
import { channelNames } from '@/components/channels/channel-names'
import { ErrorNote } from '@/components/errors/error-note'
import { useIsAtLeast } from '@/components/projects/role'
import { ComposeLink } from '@/components/stories/compose-link'
import { formatTime } from '@/components/time/formats'
import { useNow } from '@/components/time/use-now'
import { Time, useZone, ZoneLine } from '@/components/time/zone'
import { dayOf } from '@/components/time/zoned'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { SelectField } from '@/components/ui/field'
import { PageHeader } from '@/components/ui/page-header'
import { ListSkeleton } from '@/components/ui/skeleton'
import { channelIds } from '@/lib/channels/ids'
import type { QueueItem } from '@/lib/queue/contract'
import { LatenessLine } from './lateness'
import type { QueuePage } from './load-queue'
import { PauseButton } from './pause-button'
import { PinsDue } from './pins-due'
import { isForward, type QueueFilter, queueViews, readQueueFilter, viewWords, writeQueueFilter } from './queue-filter'
import { QueueRow } from './queue-row'
import { isLate } from './queue-status'
import { ReviewNote } from './review-buttons'
import { usePause } from './use-pause'
import { useQueue } from './use-queue'

type Props = { projectId: string; initial: QueuePage; initialFilter: QueueFilter; now: string }

export function QueueList({ projectId, initial, initialFilter, now: renderedAt }: Props) {
  const search = useSearchParams()
  const pathname = usePathname()
  const filter = readQueueFilter({ status: search.get('status'), channel: search.get('channel') })
  const isInitial = writeQueueFilter(filter) === writeQueueFilter(initialFilter)
  const queue = useQueue(projectId, filter, isInitial ? initial : undefined)
  const show = (next: QueueFilter): void =>
    window.history.replaceState(null, '', `${pathname}${writeQueueFilter(next)}`)
  return (
    <>
      <PageHeader title="Queue" action={<PauseButton projectId={projectId} />}>
        {isForward(filter.view) ? 'What goes out next, channel by channel. ' : 'Newest first. '}
        <ZoneLine />
      </PageHeader>
      <QueueFilterBar filter={filter} onChange={show} />
      <QueueDays {...{ queue, filter, renderedAt, projectId }} onReview={() => show({ ...filter, view: 'review' })} />
    </>
  )
}

function QueueFilterBar({ filter, onChange }: { filter: QueueFilter; onChange: (filter: QueueFilter) => void }) {
  return (
    <search className="mb-4 flex flex-wrap items-end gap-3">
      <SelectField
        label="Show"
        className="min-w-28 flex-1 sm:min-w-40 sm:flex-none"
        value={filter.view}
        onChange={(event) => onChange(readQueueFilter({ ...filter, status: event.target.value }))}
      >
        {queueViews.map((view) => (
          <option key={view} value={view}>
            {viewWords[view]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Channel"
        className="min-w-28 flex-1 sm:min-w-40 sm:flex-none"
        value={filter.channel ?? ''}
        onChange={(event) => onChange(readQueueFilter({ status: filter.view, channel: event.target.value }))}
      >
        <option value="">All</option>
        {channelIds.map((channel) => (
          <option key={channel} value={channel}>
            {channelNames[channel]}
          </option>
        ))}
      </SelectField>
    </search>
  )
}

type DaysProps = {
  queue: ReturnType<typeof useQueue>
  filter: QueueFilter
  renderedAt: string
  projectId: string
  onReview: () => void
}

/** So many that wait stand before all days; with more of them, what goes out next would be out of sight. */
const decidedFirst = 5

function QueueDays({ queue, filter, renderedAt, projectId, onReview }: DaysProps) {
  const now = useNow(renderedAt)
  const { timeZone } = useZone()
  const mayDecide = useIsAtLeast('admin')
  const isPaused = usePause(projectId) !== null
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = queue
  if (isPending) return <ListSkeleton label="Loading the queue" />
  const items = data?.items ?? []
  const late = isForward(filter.view) ? items.filter((item) => isLate(item, now)) : []
  const waiting = filter.view === 'upcoming' && mayDecide ? items.filter(({ status }) => status === 'pending') : []
  const toDecide = waiting.slice(0, decidedFirst)
  const overdue = late.filter((item) => !toDecide.includes(item))
  const onTime = items.filter((item) => !late.includes(item) && !toDecide.includes(item))
  return (
    <div className="flex flex-col gap-6">
      <PinsDue projectId={projectId} now={now} />
      {error && <ErrorNote isReading error={error} title="The queue may be out of date" />}
      {items.length === 0 && !error && <NothingQueued filter={filter} projectId={projectId} />}
      <ReviewNote items={items} />
      {toDecide.length > 0 && (
        <div className="flex flex-col items-start gap-3">
          <Day title="Waits for your approval" items={toDecide} now={now} isDated {...{ isPaused }} />
          {waiting.length > toDecide.length && <Button onClick={onReview}>Show all that wait</Button>}
        </div>
      )}
      {overdue.length > 0 && <Day title="Overdue" items={overdue} now={now} isDated {...{ isPaused }} />}
      {byDay(onTime, timeZone).map(([day, own]) => (
        <Day key={day} title={<DayTitle item={own[0]} now={now} />} items={own} now={now} {...{ isPaused }} />
      ))}
      {hasNextPage && (
        <More until={data?.until ?? null} isBusy={isFetchingNextPage} onShow={() => void fetchNextPage()} />
      )}
      <LatenessLine projectId={projectId} />
    </div>
  )
}

/** The moment by which an item is filed: when it went out, or should. */
const momentOf = (item: QueueItem): string => item.published_at ?? item.scheduled_at ?? item.updated_at

function byDay(items: QueueItem[], timeZone: string): [string, QueueItem[]][] {
  const days = new Map<string, QueueItem[]>()
  for (const item of items) {
    const day = dayOf(momentOf(item), timeZone)
    const own = days.get(day)
    if (own) own.push(item)
    else days.set(day, [item])
  }
  return [...days]
}

const dayMs = 86_400_000

function DayTitle({ item, now }: { item: QueueItem | undefined; now: Date }) {
  const { timeZone, locale } = useZone()
  if (!item) return null
  const day = dayOf(momentOf(item), timeZone)
  const near: Record<string, string> = {
    [dayOf(now, timeZone)]: 'Today, ',
    [dayOf(new Date(now.getTime() + dayMs), timeZone)]: 'Tomorrow, ',
    [dayOf(new Date(now.getTime() - dayMs), timeZone)]: 'Yesterday, ',
  }
  return (
    <span suppressHydrationWarning>
      {near[day]}
      {formatTime(momentOf(item), 'day', timeZone, locale)}
    </span>
  )
}

type DayProps = {
  title: React.ReactNode
  items: QueueItem[]
  now: Date
  isPaused: boolean
  /** The items are not of one day, so each says its own. */
  isDated?: boolean
}

function Day({ title, items, now, isPaused, isDated = false }: DayProps) {
  return (
    <section className="w-full">
      <h2 className="mb-2 font-semibold">{title}</h2>
      <ul className="panel divide-y divide-line">
        {items.map((item) => (
          <QueueRow key={item.id} item={item} now={now} isPaused={isPaused} isDated={isDated} />
        ))}
      </ul>
    </section>
  )
}

/** A day may go on below, so it is said up to where the list is whole. */
function More({ until, isBusy, onShow }: { until: string | null; isBusy: boolean; onShow: () => void }) {
  return (
    <div className="flex flex-col items-center gap-2">
      {until && (
        <p className="text-center text-ink-soft">
          This is everything until <Time at={until} />.
        </p>
      )}
      <Button isBusy={isBusy} onClick={onShow}>
        {until ? 'Show what comes later' : 'Show more'}
      </Button>
    </div>
  )
}

const emptyWords: Record<QueueFilter['view'], { title: string; text: string }> = {
  upcoming: {
    title: 'Nothing is scheduled',
    text: 'Stories with a time stand here, channel by channel, until they are out.',
  },
  review: {
    title: 'Nothing waits for an approval',
    text: 'When posts have to be approved, those that wait stand here.',
  },
  failed: { title: 'Nothing failed', text: 'Posts that could not go out stand here, with the reason.' },
  posted: { title: 'Nothing is out yet', text: 'Posts stand here once their network has them.' },
  rejected: { title: 'Nothing was rejected or cancelled', text: 'Posts that somebody stopped stand here.' },
}

function NothingQueued({ filter, projectId }: { filter: QueueFilter; projectId: string }) {
  const { title, text } = emptyWords[filter.view]
  const suffix = filter.channel ? ` on ${channelNames[filter.channel]}` : ''
  return (
    <EmptyState
      Icon={filter.channel ? FilterX : CalendarClock}
      title={`${title}${suffix}`}
      action={filter.view === 'upcoming' && <ComposeLink projectId={projectId}>Write a story</ComposeLink>}
    >
      {text}
    </EmptyState>
  )
}
