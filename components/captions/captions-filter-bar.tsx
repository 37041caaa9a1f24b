'use client'

import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { PillarDot } from '@/components/pillars/pillar-dot'
import type { NamedPillar } from '@/components/pillars/pillar-options'
import { SegmentedControl } from '@/components/ui/choices/segmented-control'
import { FilterChip } from '@/components/ui/data/filter-chip'
import { SearchField } from '@/components/ui/data/search-field'
import { channelIds } from '@/lib/channel-ids'
import { type CaptionsFilter, type SourceFilter, type StatusFilter, statusFilters } from './captions-filter'
import { sourceLabels } from './source-labels'

const statusLabels: Record<StatusFilter, string> = { all: 'All', review: 'To review', approved: 'Approved' }

const sourceOptions = (Object.entries(sourceLabels) as [SourceFilter, string][]).map(([value, label]) => ({
  value,
  label,
}))
const channelOptions = channelIds.map((value) => ({
  value,
  label: channelNames[value],
  icon: <ChannelIcon channel={value} size={16} />,
}))

type Props = {
  filter: CaptionsFilter
  pillars: readonly NamedPillar[]
  onChange: (filter: CaptionsFilter) => void
}

export const FilterBar = ({ filter, pillars, onChange }: Props) => (
  <search className="flex flex-wrap items-center gap-2">
    <SearchField label="Search captions" value={filter.words} onChange={(words) => onChange({ ...filter, words })} />
    <SegmentedControl
      label="Status"
      segments={statusFilters.map((value) => ({ value, label: statusLabels[value] }))}
      value={filter.status}
      onChange={(status) => onChange({ ...filter, status })}
    />
    {pillars.length > 0 && (
      <FilterChip
        label="Pillar"
        options={pillars.map(({ content_type, name, color }) => ({
          value: content_type,
          label: name,
          icon: <PillarDot color={color} />,
        }))}
        value={filter.pillar}
        onChange={(pillar) => onChange({ ...filter, pillar })}
      />
    )}
    <FilterChip
      label="Channel"
      options={channelOptions}
      value={filter.channel}
      onChange={(channel) => onChange({ ...filter, channel })}
    />
    <FilterChip
      label="Source"
      options={sourceOptions}
      value={filter.source}
      onChange={(source) => onChange({ ...filter, source })}
    />
  </search>
)
