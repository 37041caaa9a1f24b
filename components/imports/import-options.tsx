'use client'

import { ChannelBoxes } from '@/components/channels/channel-checks'
import { useConnectionsQuery } from '@/components/connections/use-connections'
import { TimezoneField } from '@/components/projects/timezone-field'
import { SegmentedControl } from '@/components/ui/choices/segmented-control'
import { GroupField } from '@/components/ui/field'
import { SelectField } from '@/components/ui/select'
import type { Import } from '@/lib/imports/contract'
import { namesChannels } from './first-channels'
import type { ImportChanges } from './use-import'

type Props = { projectId: string; data: Import; onChange: (changes: ImportChanges) => void }

const orderLabels = { dmy: 'Day first (31/12/2026)', mdy: 'Month first (12/31/2026)' } as const

/** How the rows are imported. */
export function ImportOptions({ projectId, data: { options, dates, columns }, onChange }: Props) {
  const { data: connections } = useConnectionsQuery(projectId)
  const connected = connections?.flatMap((one) => (one.connected ? [one.channel] : []))
  const isScheduling = options.mode === 'schedule'
  return (
    <section aria-label="Options" className="panel grid gap-4 p-4 md:grid-cols-2">
      <GroupField
        label="Import as"
        hint={isScheduling ? 'Rows without a date become drafts.' : 'Dates of the file are ignored.'}
      >
        <div>
          <SegmentedControl
            label="Import as"
            segments={[
              { value: 'schedule', label: 'Scheduled posts' },
              { value: 'draft', label: 'Drafts' },
            ]}
            value={options.mode}
            onChange={(mode) => onChange({ mode })}
          />
        </div>
      </GroupField>
      <GroupField label={namesChannels(columns) ? 'Channels for rows without one' : 'Channels'}>
        <div className="flex flex-wrap gap-2">
          <ChannelBoxes
            value={options.channels}
            onChange={(channels) => onChange({ channels })}
            {...(connected ? { connected } : {})}
          />
        </div>
      </GroupField>
      {isScheduling && <TimezoneField value={options.timezone ?? ''} onChange={(timezone) => onChange({ timezone })} />}
      {isScheduling && dates && (
        <SelectField
          label="Dates"
          options={[
            { value: 'auto', label: 'As the file suggests' },
            { value: 'dmy', label: orderLabels.dmy },
            { value: 'mdy', label: orderLabels.mdy },
          ]}
          value={options.date_order}
          onChange={(date_order) => onChange({ date_order })}
        />
      )}
    </section>
  )
}
