'use client'

import { FilterChip } from '@/components/ui/data/filter-chip'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { ChannelIcon } from './channel-icon'
import { channelNames } from './channel-names'

const options = channelIds.map((channel) => ({
  value: channel,
  label: channelNames[channel],
  icon: <ChannelIcon channel={channel} />,
}))

type Props = { value: ChannelId | null; onChange: (channel: ChannelId | null) => void }

export const ChannelFilter = (props: Props) => <FilterChip label="Channel" options={options} {...props} />
