'use client'

import { ChannelFilter } from '@/components/channels/channel-filter'
import { PillarFilter } from '@/components/pillars/pillar-filter'
import type { ListedPillar } from '@/components/pillars/use-pillars'
import { daysText } from '@/components/time/days-text'
import { useZone } from '@/components/time/zone'
import { FilterChip } from '@/components/ui/data/filter-chip'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { statusBadges } from './status-badges'
import { type DateRange, dateRanges, daysOfRange, listStatuses, type StoryFilter } from './story-filter'
import { storyBadges } from './story-status'

// With its calendar, only when the filter is opened.
const OwnRange = lazyComponent(
  () => import('./own-range').then((it) => it.OwnRange),
  () => null,
)

type Props = {
  filter: StoryFilter
  /** Without pillars there is no such filter. */
  pillars?: readonly ListedPillar[]
  /** Without members there is no filter by author. */
  members?: readonly { user_id: string; name: string }[]
  hasDate?: boolean
  /** Offers “Needs approval” and “Rejected” as statuses. */
  hasReview?: boolean
  onChange: (filter: StoryFilter) => void
}

const badges = { ...storyBadges, waiting: statusBadges.waiting, rejected: statusBadges.rejected }
const statusOptions = listStatuses.map((status) => {
  const { label, Icon } = badges[status]
  return { value: status, label, icon: <Icon aria-hidden size={16} className="text-ink-soft" /> }
})

const namedDates: { value: DateRange; label: string }[] = (Object.keys(dateRanges) as (keyof typeof dateRanges)[]).map(
  (value) => ({ value, label: dateRanges[value].label }),
)

/** Status, channel, pillar, author and date of the stories to show. */
export const StoryFilterBar = ({
  filter,
  pillars = [],
  members = [],
  hasDate = false,
  hasReview = false,
  onChange,
}: Props) => (
  <div className="flex flex-wrap items-center gap-2">
    <FilterChip
      label="Status"
      options={hasReview ? statusOptions : statusOptions.filter(({ value }) => value in storyBadges)}
      value={filter.status}
      onChange={(status) => onChange({ ...filter, status })}
    />
    <ChannelFilter value={filter.channel} onChange={(channel) => onChange({ ...filter, channel })} />
    <PillarFilter
      pillars={pillars}
      value={filter.pillar ?? null}
      onChange={(pillar) => onChange({ ...filter, pillar })}
    />
    {members.length > 1 && (
      <FilterChip
        label="Author"
        options={members.map(({ user_id, name }) => ({ value: user_id, label: name }))}
        value={filter.author ?? null}
        onChange={(author) => onChange({ ...filter, author })}
      />
    )}
    {hasDate && <DateFilter value={filter.date ?? null} onChange={(date) => onChange({ ...filter, date })} />}
  </div>
)

type DateProps = { value: DateRange | null; onChange: (date: DateRange | null) => void }

/** Named ranges, and the days that a link came with. */
function DateFilter({ value, onChange }: DateProps) {
  const { locale } = useZone()
  const days = daysOfRange(value)
  const options = value && days ? [{ value, label: daysText(days, locale) }, ...namedDates] : namedDates
  return (
    <FilterChip
      label="Date"
      options={options}
      value={value}
      onChange={onChange}
      footer={<OwnRange value={value} onChange={onChange} />}
    />
  )
}
