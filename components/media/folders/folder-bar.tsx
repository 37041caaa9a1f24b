'use client'

import { Ellipsis, Folder, FolderInput, FolderPlus, Images, Pencil, Trash2 } from 'lucide-react'
import { type DragEvent, type ReactNode, useState } from 'react'
import { useMay } from '@/components/projects/role'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { Menu } from '@/components/ui/menu'
import type { MediaFolder } from '@/lib/media/folders/contract'
import type { FolderEdit } from './folder-dialog'
import { inTreeOrder, useFolders } from './use-folders'

// Loaded on demand, because most visits only look for files.
const FolderDialog = lazyComponent(() => import('./folder-dialog').then((it) => it.FolderDialog))

/** The data type of dragged files: their ids, separated by commas. */
export const draggedFilesType = 'application/x-storycast-files'

type Props = {
  projectId: string
  /** The open folder, null for all files. */
  value: string | null
  /** Files are dragged, so the folders are shown as targets. */
  isDragging: boolean
  onChange: (folderId: string | null) => void
  /** Files were dropped on a folder, or on “All files” to take them out. */
  onDropFiles: (ids: string[], folderId: string | null) => void
}

/** The folders as a row of buttons. Files can be dropped on them. */
export function FolderBar({ projectId, value, isDragging, onChange, onDropFiles }: Props) {
  const folders = useFolders(projectId).data?.folders ?? []
  const [edit, setEdit] = useState<FolderEdit | null>(null)
  const mayWrite = useMay('media:write')
  const open = folders.find(({ id }) => id === value)
  const parents = ancestorsOf(folders, open)
  // The top folders, and those next to and in the open one.
  const shown = inTreeOrder(folders).filter(
    ({ folder: { parent_id } }) => parent_id === null || parents.includes(parent_id),
  )
  const drop = mayWrite ? onDropFiles : null
  return (
    <nav aria-label="Folders" className="mb-4 flex items-start gap-1.5">
      {/* On a phone one row that scrolls sideways. The padding keeps focus rings from being cut off. */}
      <div className="-m-1 flex min-w-0 gap-1.5 p-1 max-sm:flex-1 max-sm:overflow-x-auto max-sm:pr-6 max-sm:mask-r-from-90% sm:flex-wrap">
        <Chip
          isOpen={value === null}
          onOpen={() => onChange(null)}
          onDrop={drop && ((ids) => drop(ids, null))}
          isTarget={isDragging && value !== null}
        >
          <Images aria-hidden size={16} />
          All files
        </Chip>
        {shown.map(({ folder, depth }) => (
          <Chip
            key={folder.id}
            isOpen={folder.id === value}
            onOpen={() => onChange(folder.id)}
            onDrop={drop && ((ids) => drop(ids, folder.id))}
            isTarget={isDragging && folder.id !== value}
          >
            <Folder aria-hidden size={16} />
            {depth > 0 && <span className="sr-only">In {parentName(folders, folder)}: </span>}
            <span className="max-w-40 truncate">
              {depth > 0 && <span aria-hidden>› </span>}
              {folder.name}
            </span>
            <span className="text-ink-soft tabular-nums">{folder.files}</span>
          </Chip>
        ))}
      </div>
      {mayWrite && open && (
        <Menu
          label={`Folder ${open.name}`}
          align="start"
          trigger={<Ellipsis size={16} />}
          triggerClassName="inline-flex control-size items-center justify-center rounded-lg text-ink-soft hover:bg-hover"
          items={[
            {
              label: 'New folder inside',
              icon: <FolderPlus aria-hidden size={16} />,
              onSelect: () => setEdit({ kind: 'new', parent: open }),
            },
            {
              label: 'Rename',
              icon: <Pencil aria-hidden size={16} />,
              onSelect: () => setEdit({ kind: 'rename', folder: open }),
            },
            {
              label: 'Move',
              icon: <FolderInput aria-hidden size={16} />,
              onSelect: () => setEdit({ kind: 'move', folder: open }),
            },
            {
              label: 'Delete folder, keep files',
              icon: <Trash2 aria-hidden size={16} />,
              onSelect: () => setEdit({ kind: 'delete', folder: open }),
            },
          ]}
        />
      )}
      {mayWrite && (
        <Button
          tone="ghost"
          icon={<FolderPlus aria-hidden size={16} />}
          onClick={() => setEdit({ kind: 'new', parent: null })}
        >
          <span className="max-sm:sr-only">New folder</span>
        </Button>
      )}
      {edit && (
        <FolderDialog
          projectId={projectId}
          edit={edit}
          onClose={() => setEdit(null)}
          onDeleted={() => onChange(null)}
        />
      )}
    </nav>
  )
}

function ancestorsOf(folders: readonly MediaFolder[], open: MediaFolder | undefined): string[] {
  if (!open) return []
  return [
    open.id,
    ...ancestorsOf(
      folders,
      folders.find(({ id }) => id === open.parent_id),
    ),
  ]
}

const parentName = (folders: readonly MediaFolder[], { parent_id }: MediaFolder): string =>
  folders.find(({ id }) => id === parent_id)?.name ?? ''

/** Only sideways: the page must not move. */
function scrollToChip(chip: HTMLElement | null): void {
  const row = chip?.parentElement
  if (row && row.scrollWidth > row.clientWidth) row.scrollLeft = chip.offsetLeft - row.offsetLeft - 16
}

type ChipProps = {
  isOpen: boolean
  onOpen: () => void
  onDrop: ((ids: string[]) => void) | null
  /** Files are dragged, and can be dropped here. */
  isTarget: boolean
  children: ReactNode
}

function Chip({ isOpen, onOpen, onDrop, isTarget, children }: ChipProps) {
  const [isOver, setIsOver] = useState(false)
  const accepts = (event: DragEvent): boolean => onDrop !== null && event.dataTransfer.types.includes(draggedFilesType)
  return (
    <button
      ref={isOpen ? scrollToChip : undefined}
      type="button"
      aria-current={isOpen || undefined}
      onClick={onOpen}
      onDragOver={(event) => {
        if (!accepts(event)) return
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        setIsOver(false)
        if (!accepts(event)) return
        event.preventDefault()
        onDrop?.(event.dataTransfer.getData(draggedFilesType).split(','))
      }}
      className={classes(
        'inline-flex min-h-8 shrink-0 items-center gap-1.5 rounded-lg border px-2.5 text-sm pointer-coarse:min-h-11',
        isOpen && 'bg-accent-wash font-medium',
        isTarget ? 'border-dashed border-accent' : isOpen ? 'border-accent' : 'border-line hover:bg-hover',
        isOver && 'bg-accent-wash outline-2 outline-accent',
      )}
    >
      {children}
    </button>
  )
}
