'use client'

import { CalendarDays, List, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, ButtonLink, type ButtonTone, IconButton } from '@/components/ui/button'
import { SegmentedControl } from '@/components/ui/choices/segmented-control'
import { CopyButton } from '@/components/ui/copy-button'
import { FilterChip } from '@/components/ui/data/filter-chip'
import { KeyHint } from '@/components/ui/data/key-hint'
import { Tabs } from '@/components/ui/tabs'
import { Example, ExampleGroup } from './example'

const tones: ButtonTone[] = ['primary', 'secondary', 'ghost', 'danger']
const views = [
  { value: 'month', label: 'Month', icon: <CalendarDays aria-hidden size={16} /> },
  { value: 'list', label: 'List', icon: <List aria-hidden size={16} /> },
] as const
const statuses = [
  { value: 'draft', label: 'Draft' },
  { value: 'scheduled', label: 'Scheduled' },
] as const
const tabs = [
  { id: 'all', name: 'All channels', label: 'All channels' },
  { id: 'x', name: 'X', label: 'X' },
]

export function ActionExamples() {
  const [view, setView] = useState<'month' | 'list'>('month')
  const [status, setStatus] = useState<'draft' | 'scheduled' | null>('scheduled')
  const [tab, setTab] = useState('all')
  return (
    <ExampleGroup title="Actions">
      {tones.map((tone) => (
        <Example key={tone} name={`Button, ${tone}`}>
          <Button tone={tone}>Schedule</Button>
          <Button tone={tone} icon={<Plus aria-hidden size={16} />}>
            New story
          </Button>
          <Button tone={tone} isSmall>
            Small
          </Button>
          <Button tone={tone} isBusy>
            Saving
          </Button>
          <Button tone={tone} disabled>
            Disabled
          </Button>
        </Example>
      ))}
      <Example name="Link as a button">
        <ButtonLink href="#actions" tone="primary">
          Primary
        </ButtonLink>
        <ButtonLink href="#actions">Secondary</ButtonLink>
      </Example>
      <Example name="Icon button">
        <IconButton label="Delete">
          <Trash2 aria-hidden size={16} />
        </IconButton>
        <IconButton label="Delete (disabled)" disabled>
          <Trash2 aria-hidden size={16} />
        </IconButton>
        <CopyButton text="svc_live_example" />
      </Example>
      <Example name="Segmented control">
        <SegmentedControl label="View" segments={views} value={view} onChange={setView} />
        <SegmentedControl label="View, icons only" segments={views} value={view} onChange={setView} isIconOnly />
      </Example>
      <Example name="Filter chip">
        <FilterChip label="Status" options={statuses} value={status} onChange={setStatus} />
        <FilterChip label="Channel" options={statuses} value={null} onChange={() => {}} />
      </Example>
      <Example name="Key hint">
        <KeyHint keys={['Ctrl', 'K']} />
        <KeyHint keys={['G', 'Q']} />
      </Example>
      <Example name="Tabs" isWide>
        <Tabs label="Channels" tabs={tabs} chosen={tab} onChoose={setTab}>
          <p className="text-ink-soft">Content of the tab.</p>
        </Tabs>
      </Example>
    </ExampleGroup>
  )
}
