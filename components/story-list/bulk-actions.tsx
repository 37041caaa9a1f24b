'use client'

import { useMutation } from '@tanstack/react-query'
import { Archive, CalendarClock, CopyPlus, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import { useMay } from '@/components/projects/role'
import { Button } from '@/components/ui/button'
import { SelectionBar } from '@/components/ui/data/selection-bar'
import { lazyComponent } from '@/components/ui/lazy-component'
import { call } from '@/lib/api/client'
import { archiveStory, deleteStory, duplicateStory } from '@/lib/openapi/operations.generated'
import type { ListedStory } from '@/lib/stories/contract'
import type { StoryStatus } from '@/lib/stories/status'
import { plural } from '@/lib/text/number-text'
import { useBulkRun } from './use-bulk-run'

const BulkReschedule = lazyComponent(() => import('./bulk-reschedule').then((it) => it.BulkReschedule))

type Props = { projectId: string; stories: readonly ListedStory[]; now: Date; onClear: () => void }

const archivable: readonly StoryStatus[] = ['draft', 'published', 'partial', 'failed', 'cancelled']

const idsOf = (stories: readonly ListedStory[]): string[] => stories.map(({ id }) => id)

/** Actions for the selected stories. Esc clears the selection. */
export function BulkActions({ projectId, stories, now, onClear }: Props) {
  const [open, setOpen] = useState<'reschedule' | 'archive' | 'delete' | null>(null)
  const [mayWrite, mayPublish] = [useMay('stories:write'), useMay('stories:publish')]
  const runAll = useBulkRun(projectId)
  const drafts = stories.filter(({ status }) => status === 'draft')
  const scheduled = stories.filter(({ status }) => status === 'scheduled')
  const toArchive = stories.filter(({ status }) => archivable.includes(status))
  const close = (): void => setOpen(null)
  useEscape(onClear, open === null)
  const duplicate = useMutation({
    mutationFn: () =>
      runAll({
        ids: idsOf(stories),
        run: (id) => call(duplicateStory, { id }),
        done: 'duplicated as drafts',
        undo: (copies) => deleteAll(copies.map(({ story }) => story.id)),
      }),
    onSuccess: onClear,
  })
  const archive = async (): Promise<void> => {
    await runAll({ ids: idsOf(toArchive), run: (id) => call(archiveStory, { id }), done: 'archived' })
    onClear()
  }
  const remove = async (): Promise<void> => {
    await runAll({ ids: idsOf(drafts), run: (id) => call(deleteStory, { id }), done: 'deleted' })
    onClear()
  }
  return (
    <SelectionBar label="Selected stories" count={stories.length} onClear={onClear}>
      {mayPublish && scheduled.length > 0 && (
        <Button isSmall icon={<CalendarClock aria-hidden size={16} />} onClick={() => setOpen('reschedule')}>
          Reschedule
        </Button>
      )}
      {mayWrite && (
        <Button
          isSmall
          isBusy={duplicate.isPending}
          icon={<CopyPlus aria-hidden size={16} />}
          onClick={() => duplicate.mutate()}
        >
          Duplicate
        </Button>
      )}
      {mayWrite && toArchive.length > 0 && (
        <Button isSmall icon={<Archive aria-hidden size={16} />} onClick={() => setOpen('archive')}>
          Archive
        </Button>
      )}
      {mayWrite && drafts.length > 0 && (
        <Button isSmall tone="danger" icon={<Trash2 aria-hidden size={16} />} onClick={() => setOpen('delete')}>
          Delete
        </Button>
      )}
      {open === 'reschedule' && (
        <BulkReschedule projectId={projectId} stories={scheduled} now={now} onClose={close} onDone={onClear} />
      )}
      {open === 'archive' && (
        <ConfirmDialog
          title={`Archive ${plural(toArchive.length, 'story', 'stories')}?`}
          confirmLabel="Archive"
          isDanger={false}
          onConfirm={archive}
          onClose={close}
        >
          <p>They can no longer be edited or published. Published posts stay online.</p>
          {toArchive.length < stories.length && <p>Scheduled stories are skipped. Cancel them first.</p>}
        </ConfirmDialog>
      )}
      {open === 'delete' && (
        <ConfirmDialog
          title={`Delete ${plural(drafts.length, 'draft')}?`}
          confirmLabel="Delete"
          onConfirm={remove}
          onClose={close}
        >
          <p>This cannot be undone.</p>
          {drafts.length < stories.length && <p>Only drafts are deleted. Other stories stay.</p>}
        </ConfirmDialog>
      )}
    </SelectionBar>
  )
}

/** A copy that was changed or is gone already stays as it is. */
async function deleteAll(ids: readonly string[]): Promise<void> {
  for (const id of ids) await call(deleteStory, { id }).catch(() => {})
}

function useEscape(onEscape: () => void, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const listen = (event: KeyboardEvent): void => {
      const isInLayer =
        event.target instanceof Element && event.target.closest('dialog, [role="dialog"], [role="menu"]')
      if (event.key === 'Escape' && !event.defaultPrevented && !isInLayer) onEscape()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [onEscape, isOn])
}
