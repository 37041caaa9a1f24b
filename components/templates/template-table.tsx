'use client'

import { CopyPlus, PenLine, SquarePen, Trash2 } from 'lucide-react'
import { ChannelStack } from '@/components/channels/channel-avatar'
import type { NamedPillar } from '@/components/pillars/pillar-options'
import { useMay } from '@/components/projects/role'
import { Time } from '@/components/time/zone'
import { ButtonLink } from '@/components/ui/button'
import { type Column, Table } from '@/components/ui/data/table'
import { MoreMenu } from '@/components/ui/menu'
import type { Template } from '@/lib/templates/contract'
import { PillarLabel } from './pillar-field'

type Props = {
  projectId: string
  templates: readonly Template[]
  pillars: readonly NamedPillar[]
  onEdit: (template: Template) => void
  onDuplicate: (template: Template) => void
  onDelete: (template: Template) => void
}

export function TemplateTable({ projectId, templates, pillars, onEdit, onDuplicate, onDelete }: Props) {
  const mayWrite = useMay('stories:write')
  const columns: Column<Template>[] = [
    {
      id: 'name',
      label: 'Template',
      className: 'w-full max-w-0',
      cell: (template) => <Name template={template} onEdit={mayWrite ? () => onEdit(template) : undefined} />,
    },
    {
      id: 'pillar',
      label: 'Pillar',
      className: '@max-2xl:hidden w-36 max-w-36 text-sm',
      cell: ({ content_type }) => (content_type ? <PillarLabel pillars={pillars} contentType={content_type} /> : none),
    },
    {
      id: 'channels',
      label: 'Channels',
      className: '@max-lg:hidden w-24',
      cell: ({ channels }) => (channels.length > 0 ? <ChannelStack channels={channels} /> : none),
    },
    {
      id: 'created',
      label: 'Created',
      className: '@max-3xl:hidden w-32 whitespace-nowrap text-sm tabular-nums',
      cell: ({ created_at }) => <Time at={created_at} style="date" />,
    },
    {
      id: 'actions',
      label: '',
      className: 'w-10',
      cell: (template) =>
        mayWrite && (
          // Above the link of the row, and with an open menu above the buttons of the rows below.
          <div className="relative z-10 flex items-center gap-1 has-aria-expanded:z-20">
            <ButtonLink isSmall href={composeFrom(projectId, template)} className="max-sm:hidden">
              Use
            </ButtonLink>
            <MoreMenu
              label={`Actions for “${template.name}”`}
              items={[
                { label: 'Use', icon: <SquarePen aria-hidden size={16} />, href: composeFrom(projectId, template) },
                { label: 'Edit', icon: <PenLine aria-hidden size={16} />, onSelect: () => onEdit(template) },
                { label: 'Duplicate', icon: <CopyPlus aria-hidden size={16} />, onSelect: () => onDuplicate(template) },
                {
                  label: 'Delete',
                  icon: <Trash2 aria-hidden size={16} />,
                  isDanger: true,
                  onSelect: () => onDelete(template),
                },
              ]}
            />
          </div>
        ),
    },
  ]
  return (
    // The columns depend on the width next to the sidebar, not on the window.
    <div className="@container">
      <Table label="Templates" columns={columns} rows={templates} idOf={({ id }) => id} nameOf={({ name }) => name} />
    </div>
  )
}

const none = <span className="text-ink-soft">–</span>

function Name({
  template: { name, caption, hashtags },
  onEdit,
}: {
  template: Template
  onEdit: (() => void) | undefined
}) {
  return (
    <div className="min-w-0">
      <h2 className="truncate font-medium">
        {onEdit ? (
          // The button covers the row; other controls are above it.
          <button type="button" onClick={onEdit} className="max-w-full truncate after:absolute after:inset-0">
            {name}
          </button>
        ) : (
          name
        )}
      </h2>
      <p className="truncate text-sm text-ink-soft">{caption || hashtags || 'No text'}</p>
    </div>
  )
}

const composeFrom = (projectId: string, { id }: Template): string => `/${projectId}/compose?template=${id}`
