'use client'

import { X } from 'lucide-react'
import { channelNames } from '@/components/channels/channel-names'
import { Button } from '@/components/ui/button'
import { SelectField } from '@/components/ui/field'
import { channelIds } from '@/lib/channels/ids'
import { storyStatuses } from '@/lib/stories/status'
import { readFilter, type StoryFilter } from './story-filter'
import { storyFaces } from './story-status'

export function StoryFilterBar({ filter, onChange }: { filter: StoryFilter; onChange: (filter: StoryFilter) => void }) {
  return (
    <search className="mb-4 flex flex-wrap items-end gap-3">
      <SelectField
        label="Status"
        className="min-w-28 flex-1 sm:min-w-40 sm:flex-none"
        value={filter.status ?? ''}
        onChange={(event) => onChange(readFilter({ ...filter, status: event.target.value }))}
      >
        <option value="">All</option>
        {storyStatuses.map((status) => (
          <option key={status} value={status}>
            {storyFaces[status].word}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Channel"
        className="min-w-28 flex-1 sm:min-w-40 sm:flex-none"
        value={filter.channel ?? ''}
        onChange={(event) => onChange(readFilter({ ...filter, channel: event.target.value }))}
      >
        <option value="">All</option>
        {channelIds.map((channel) => (
          <option key={channel} value={channel}>
            {channelNames[channel]}
          </option>
        ))}
      </SelectField>
      {(filter.status || filter.channel) && (
        <Button
          tone="ghost"
          icon={<X aria-hidden size={16} />}
          onClick={() => onChange({ status: null, channel: null })}
        >
          Clear filters
        </Button>
      )}
    </search>
  )
}
