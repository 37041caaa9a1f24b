'use client'

import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { PillarDot } from '@/components/pillars/pillar-dot'
import type { ListedPillar } from '@/components/pillars/use-pillars'
import { FilterChip } from '@/components/ui/data/filter-chip'
import { channelIds } from '@/lib/channel-ids'
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

const channelOptions = channelIds.map((channel) => ({
  value: channel,
  label: channelNames[channel],
  icon: <ChannelIcon channel={channel} />,
}))

/** Status, channel and pillar of the stories to show. */
export const StoryFilterBar = ({ filter, pillars = [], onChange }: Props) => (
  <div className="flex flex-wrap items-center gap-2">
    <FilterChip
      label="Status"
      options={statusOptions}
      value={filter.status}
      onChange={(status) => onChange({ ...filter, status })}
    />
    <FilterChip
      label="Channel"
      options={channelOptions}
      value={filter.channel}
      onChange={(channel) => onChange({ ...filter, channel })}
    />
    {pillars.length > 0 && (
      <FilterChip
        label="Pillar"
        options={pillars.map(({ content_type, name, color }) => ({
          value: content_type,
          label: name,
          icon: <PillarDot color={color} />,
        }))}
        value={filter.pillar ?? null}
        onChange={(pillar) => onChange({ ...filter, pillar })}
      />
    )}
  </div>
)
