'use client'

import { Bookmark, Check, ChevronDown, PenLine, Plus, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '@/components/projects/role'
import { IconButton } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { Popover } from '@/components/ui/overlays/popover'
import { useToast } from '@/components/ui/toast'
import type { SavedSearch } from '@/lib/saved-searches/contract'
import { isSameView } from './same-view'
import { useSavedViews, type ViewState } from './use-saved-views'

const NameDialog = lazyComponent(() => import('@/components/dialogs/name-dialog').then((it) => it.NameDialog))

type Props = { projectId: string; current: ViewState; onOpen: (state: SavedSearch) => void }

/** Opens, saves, renames and deletes views of a screen. */
export function SavedViews({ projectId, current, onOpen }: Props) {
  const { views, save, change, remove } = useSavedViews(projectId, current.view.screen)
  const mayWrite = useMay('stories:write')
  const toast = useToast()
  const [isOpen, setIsOpen] = useState(false)
  const [opened, setOpened] = useState<string | null>(null)
  const [dialog, setDialog] = useState<'save' | SavedSearch | null>(null)
  const same = views.find((view) => isSameView(view, current))
  const last = views.find(({ id }) => id === opened)
  const shown = same ?? last
  const close = (): void => setIsOpen(false)
  const update = async (view: SavedSearch): Promise<void> => {
    close()
    await change(view.id, current).then(
      () => toast(`View “${view.name}” updated.`),
      (problem: Error) => toast(`View not updated. ${problem.message}`, 'bad'),
    )
  }
  if (views.length === 0 && !mayWrite) return null
  return (
    <>
      <Popover
        label="Views"
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        className="w-96 max-w-full p-1"
        trigger={
          <button
            type="button"
            aria-label={shown ? `View: ${shown.name}${same ? '' : ', changed'}` : 'Views'}
            className={classes(
              'flex h-7 max-w-44 items-center gap-1.5 rounded-full border px-2.5 text-sm pointer-coarse:h-9',
              shown ? 'border-line-strong text-ink' : 'border-line-strong text-ink-soft hover:text-ink',
            )}
          >
            <Bookmark aria-hidden size={14} className="shrink-0" />
            <span className="truncate">{shown?.name ?? 'Views'}</span>
            {shown && !same && (
              <span aria-hidden title="Changed" className="size-1.5 shrink-0 rounded-full bg-accent" />
            )}
            <ChevronDown aria-hidden size={14} className="shrink-0" />
          </button>
        }
      >
        {views.length === 0 && (
          <p className="px-2 py-1.5 text-sm text-ink-soft">Save filters and sorting to come back to them.</p>
        )}
        {views.length > 0 && (
          <ul aria-label="Views" className="-m-1 flex max-h-80 flex-col overflow-y-auto p-1">
            {views.map((view) => (
              <li key={view.id} className="group flex items-center rounded-md hover:bg-hover focus-within:bg-hover">
                <button
                  type="button"
                  aria-pressed={view === same}
                  onClick={() => {
                    setOpened(view.id)
                    onOpen(view)
                    close()
                  }}
                  className="flex control-height min-w-0 flex-1 items-center gap-2 rounded-md px-2 text-left"
                >
                  <Check
                    aria-hidden
                    size={16}
                    className={classes('shrink-0 text-accent', view !== same && 'invisible')}
                  />
                  <span title={view.name} className="min-w-0 truncate">
                    {view.name}
                  </span>
                </button>
                {mayWrite && (
                  <>
                    <IconButton
                      label={`Rename “${view.name}”`}
                      onClick={() => {
                        close()
                        setDialog(view)
                      }}
                    >
                      <PenLine aria-hidden size={16} />
                    </IconButton>
                    <IconButton label={`Delete “${view.name}”`} onClick={() => remove(view)}>
                      <Trash2 aria-hidden size={16} />
                    </IconButton>
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
        {mayWrite && (
          <div className={classes('flex flex-col', views.length > 0 && '-mx-1 mt-2 border-t border-line px-1 pt-1')}>
            {last && !same && (
              <button type="button" className={action} onClick={() => void update(last)}>
                <RefreshCw aria-hidden size={16} className="shrink-0" />
                <span className="min-w-0 truncate">Update “{last.name}”</span>
              </button>
            )}
            <button
              type="button"
              className={action}
              onClick={() => {
                close()
                setDialog('save')
              }}
            >
              <Plus aria-hidden size={16} className="shrink-0" />
              Save as new view
            </button>
          </div>
        )}
      </Popover>
      {dialog === 'save' && (
        <NameDialog
          title="Save view"
          submitLabel="Save view"
          onSubmit={async (name) => {
            const saved = await save(name, current)
            setOpened(saved.id)
            toast(`View “${saved.name}” saved.`)
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog && dialog !== 'save' && (
        <NameDialog
          title="Rename view"
          submitLabel="Rename"
          name={dialog.name}
          onSubmit={(name) => change(dialog.id, { name })}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}

const action = 'flex control-height w-full items-center gap-2 rounded-md px-2 text-left hover:bg-hover'
