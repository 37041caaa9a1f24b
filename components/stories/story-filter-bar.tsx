'use client'

import { ChannelFilter } from '@/components/channels/channel-filter'
import { PillarFilter } from '@/components/pillars/pillar-filter'
import type { ListedPillar } from '@/components/pillars/use-pillars'
import { FilterChip } from '@/components/ui/data/filter-chip'
import { storyStatuses } from '@/lib/stories/status'
import type { StoryFilter } from './story-filter'
import { storyBadges } from './story-status'

type Props = {
  filter: StoryFilter
  /** Without pillars there is no such filter. */
  pillars?: readonly ListedPillar[]
  onChange: (filter: StoryFilter) => void
}

const statusOptions = storyStatuses.map((status) => {
  const { label, Icon } = storyBadges[status]
  return { value: status, label, icon: <Icon aria-hidden size={16} className="text-ink-soft" /> }
})

/** Status, channel and pillar of the stories to show. */
export const StoryFilterBar = ({ filter, pillars = [], onChange }: Props) => (
  <div className="flex flex-wrap items-center gap-2">
    <FilterChip
      label="Status"
      options={statusOptions}
      value={filter.status}
      onChange={(status) => onChange({ ...filter, status })}
    />
    <ChannelFilter value={filter.channel} onChange={(channel) => onChange({ ...filter, channel })} />
    <PillarFilter
      pillars={pillars}
      value={filter.pillar ?? null}
      onChange={(pillar) => onChange({ ...filter, pillar })}
    />
  </div>
)
