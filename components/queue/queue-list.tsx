'use client'

import { ChannelFilter } from '@/components/channels/channel-filter'
import { usePathname, useSearchParams } from '@/components/navigation/page-url'
import { SlotsButton } from '@/components/posting-slots/slots-button'
import { ZoneLine } from '@/components/time/zone'
import { SegmentedControl } from '@/components/ui/choices/segmented-control'
import { ChoiceChip } from '@/components/ui/data/choice-chip'
import { PageHeader } from '@/components/ui/page-header'
import { ForecastButton } from './forecast/forecast-button'
import type { ListedFreeSlots } from './free-slots/use-free-slots'
import type { QueuePage } from './load-queue'
import { PauseButton } from './pause/pause-button'
import { QueueDays } from './queue-days'
import { type QueueFilter, queueViews, readQueueFilter, viewLabels, writeQueueFilter } from './queue-filter'
import { useQueue } from './use-queue'

/** What the server has loaded, for this filter. */
type Initial = { filter: QueueFilter; page: QueuePage; freeSlots: ListedFreeSlots | undefined }

type Props = { projectId: string; initial: Initial; now: string }

export function QueueList({ projectId, initial, now: renderedAt }: Props) {
  const search = useSearchParams()
  const pathname = usePathname()
  const filter = readQueueFilter({ status: search.get('status'), channel: search.get('channel') })
  const isInitial = writeQueueFilter(filter) === writeQueueFilter(initial.filter)
  const queue = useQueue(projectId, filter, isInitial ? initial.page : undefined)
  const show = (next: QueueFilter): void =>
    window.history.replaceState(null, '', `${pathname}${writeQueueFilter(next)}`)
  return (
    <>
      <PageHeader
        title="Queue"
        tools={<QueueFilterBar filter={filter} onChange={show} />}
        action={
          <span className="flex items-center gap-2">
            <span className="text-xs text-ink-soft max-2xl:hidden">
              <ZoneLine />
            </span>
            <ForecastButton projectId={projectId} />
            <SlotsButton
              projectId={projectId}
              channel={filter.channel}
              isLinked={search.has('slots')}
              onClose={() => search.has('slots') && show(filter)}
            />
            <PauseButton projectId={projectId} />
          </span>
        }
      />
      <QueueDays
        {...{ queue, filter, renderedAt, projectId }}
        initialFree={isInitial ? initial.freeSlots : undefined}
        onView={(view) => show({ ...filter, view })}
      />
    </>
  )
}

const viewSegments = queueViews.map((view) => ({ value: view, label: viewLabels[view] }))

const QueueFilterBar = ({ filter, onChange }: { filter: QueueFilter; onChange: (filter: QueueFilter) => void }) => (
  <search className="@container flex min-w-0 flex-1 items-center gap-2">
    {/* A chosen channel is wider. */}
    <div className={filter.channel ? '@max-[43rem]:hidden' : '@max-[39rem]:hidden'}>
      <SegmentedControl
        label="Show"
        segments={viewSegments}
        value={filter.view}
        onChange={(view) => onChange({ ...filter, view })}
      />
    </div>
    <div className={filter.channel ? '@min-[43rem]:hidden' : '@min-[39rem]:hidden'}>
      <ChoiceChip
        label="Show"
        options={viewSegments}
        value={filter.view}
        onChange={(view) => onChange({ ...filter, view })}
      />
    </div>
    <ChannelFilter value={filter.channel} onChange={(channel) => onChange({ ...filter, channel })} />
  </search>
)
