'use client'

import { Check, Ellipsis, PenLine, SquarePen, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import { PillarName } from '@/components/pillars/pillar-name'
import type { NamedPillar } from '@/components/pillars/pillar-options'
import { useMay } from '@/components/projects/role'
import { Button } from '@/components/ui/button'
import { SelectionBar } from '@/components/ui/data/selection-bar'
import { type Column, Table } from '@/components/ui/data/table'
import { Menu } from '@/components/ui/menu'
import type { CorpusCaption } from '@/lib/captions/corpus/contract'
import { plural } from '@/lib/text/number-text'
import { sourceLabels } from './source-labels'
import { useCaptionActions } from './use-caption-actions'

type Props = {
  projectId: string
  captions: readonly CorpusCaption[]
  pillars: readonly NamedPillar[]
  onEdit: (caption: CorpusCaption) => void
  onDelete: (caption: CorpusCaption) => void
}

const nameOf = ({ caption }: CorpusCaption): string => [...(caption.split('\n')[0] ?? '')].slice(0, 60).join('')

export function CaptionsTable({ projectId, captions, pillars, onEdit, onDelete }: Props) {
  const mayWrite = useMay('stories:write')
  const { setApproved } = useCaptionActions(projectId)
  const { selection, chosen, clear } = useSelection(captions)
  const columns: Column<CorpusCaption>[] = [
    {
      id: 'caption',
      label: 'Caption',
      className: 'w-full max-w-0 py-2',
      cell: (caption) => <CaptionText caption={caption} onEdit={mayWrite ? () => onEdit(caption) : undefined} />,
    },
    {
      id: 'pillar',
      label: 'Pillar',
      className: '@max-3xl:hidden w-36 max-w-36 text-sm',
      cell: ({ content_type }) => (content_type ? <PillarName pillars={pillars} contentType={content_type} /> : none),
    },
    {
      id: 'channel',
      label: 'Channel',
      className: '@max-3xl:hidden w-28 text-sm',
      cell: ({ channel }) =>
        channel ? (
          <span className="flex items-center gap-1.5">
            <ChannelIcon channel={channel} size={16} /> {channelNames[channel]}
          </span>
        ) : (
          <span className="text-ink-soft">All</span>
        ),
    },
    {
      id: 'source',
      label: 'Source',
      className: '@max-4xl:hidden w-32 whitespace-nowrap text-sm',
      cell: ({ source }) => sourceLabels[source],
    },
    {
      id: 'status',
      label: 'Status',
      className: '@max-xl:hidden w-28 text-sm',
      cell: ({ approved }) => <Status isApproved={approved} />,
    },
    {
      id: 'actions',
      label: '',
      className: 'w-10',
      cell: (caption) =>
        mayWrite && (
          // Above the button of the row, and with an open menu above the buttons of the rows below.
          <div className="relative z-10 flex items-center justify-end gap-1 has-aria-expanded:z-20">
            {!caption.approved && (
              <Button isSmall className="max-sm:hidden" onClick={() => void setApproved([caption], true)}>
                Approve
              </Button>
            )}
            <RowMenu
              {...{ projectId, caption, onEdit, onDelete }}
              onApprove={(approved) => void setApproved([caption], approved)}
            />
          </div>
        ),
    },
  ]
  return (
    // The columns depend on the width next to the sidebar, not on the window.
    <div className="@container">
      <Table
        label="Captions"
        columns={columns}
        rows={captions}
        idOf={({ id }) => id}
        nameOf={nameOf}
        {...(mayWrite ? { selection } : {})}
      />
      {chosen.length > 0 && <BulkActions projectId={projectId} captions={chosen} onClear={clear} />}
    </div>
  )
}

const none = <span className="text-ink-soft">–</span>

function CaptionText({ caption, onEdit }: { caption: CorpusCaption; onEdit: (() => void) | undefined }) {
  const text = 'line-clamp-2 text-left wrap-anywhere'
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      {onEdit ? (
        // The button covers the row; other controls are above it.
        <button type="button" onClick={onEdit} className={`${text} after:absolute after:inset-0`}>
          {caption.caption}
        </button>
      ) : (
        <p className={text}>{caption.caption}</p>
      )}
      <p className="flex items-center gap-2 text-sm text-ink-soft @xl:hidden">
        <Status isApproved={caption.approved} />
        {caption.channel && channelNames[caption.channel]}
      </p>
    </div>
  )
}

const Status = ({ isApproved }: { isApproved: boolean }) => (
  <span className="flex items-center gap-1.5 whitespace-nowrap">
    <span aria-hidden className={`size-2 shrink-0 rounded-full ${isApproved ? 'bg-good' : 'bg-warn'}`} />
    {isApproved ? 'Approved' : 'To review'}
  </span>
)

type MenuProps = Pick<Props, 'projectId' | 'onEdit' | 'onDelete'> & {
  caption: CorpusCaption
  onApprove: (approved: boolean) => void
}

const RowMenu = ({ projectId, caption, onEdit, onDelete, onApprove }: MenuProps) => (
  <Menu
    label={`Actions for “${nameOf(caption)}”`}
    items={[
      {
        label: 'Use in a post',
        icon: <SquarePen aria-hidden size={16} />,
        href: `/${projectId}/compose?caption=${caption.id}`,
      },
      caption.approved
        ? { label: 'Back to review', icon: <Undo2 aria-hidden size={16} />, onSelect: () => onApprove(false) }
        : { label: 'Approve', icon: <Check aria-hidden size={16} />, onSelect: () => onApprove(true) },
      { label: 'Edit', icon: <PenLine aria-hidden size={16} />, onSelect: () => onEdit(caption) },
      {
        label: 'Delete',
        icon: <Trash2 aria-hidden size={16} />,
        isDanger: true,
        onSelect: () => onDelete(caption),
      },
    ]}
    trigger={<Ellipsis aria-hidden size={16} />}
    triggerClassName="flex control-size items-center justify-center rounded-lg text-ink-soft hover:bg-quiet-wash hover:text-ink"
  />
)

type BulkProps = { projectId: string; captions: readonly CorpusCaption[]; onClear: () => void }

/** Actions for the selected captions. */
function BulkActions({ projectId, captions, onClear }: BulkProps) {
  const { setApproved, removeAll } = useCaptionActions(projectId)
  const [isDeleting, setIsDeleting] = useState(false)
  const set = (approved: boolean): void => void setApproved(captions, approved).then(onClear)
  const what = plural(captions.length, 'caption')
  return (
    <SelectionBar label="Selected captions" count={captions.length} onClear={onClear}>
      {captions.some(({ approved }) => !approved) && (
        <Button isSmall tone="primary" icon={<Check aria-hidden size={16} />} onClick={() => set(true)}>
          Approve
        </Button>
      )}
      {captions.some(({ approved }) => approved) && (
        <Button isSmall icon={<Undo2 aria-hidden size={16} />} onClick={() => set(false)}>
          Back to review
        </Button>
      )}
      <Button isSmall tone="danger" icon={<Trash2 aria-hidden size={16} />} onClick={() => setIsDeleting(true)}>
        Delete
      </Button>
      {isDeleting && (
        <ConfirmDialog
          title={`Delete ${what}?`}
          confirmLabel={`Delete ${what}`}
          onConfirm={async () => {
            await removeAll(captions.map(({ id }) => id))
            onClear()
          }}
          onClose={() => setIsDeleting(false)}
        >
          <p>Suggestions will not use them any more. Posts do not change.</p>
        </ConfirmDialog>
      )}
    </SelectionBar>
  )
}

/** Selected captions. Shift selects a range. */
function useSelection(captions: readonly CorpusCaption[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<string | null>(null)
  const placeOf = (id: string | null): number => captions.findIndex((caption) => caption.id === id)
  const onToggle = (id: string, isRange: boolean): void => {
    const [from, to] = [placeOf(last), placeOf(id)]
    const range = isRange && from >= 0 ? captions.slice(Math.min(from, to), Math.max(from, to) + 1) : []
    const next = new Set(ids)
    if (range.length > 0) for (const caption of range) next.add(caption.id)
    else if (!next.delete(id)) next.add(id)
    setIds(next)
    setLast(id)
  }
  const onAll = (isOn: boolean): void => setIds(new Set(isOn ? captions.map(({ id }) => id) : []))
  return {
    selection: { ids, onToggle, onAll },
    chosen: captions.filter(({ id }) => ids.has(id)),
    clear: (): void => setIds(new Set()),
  }
}
