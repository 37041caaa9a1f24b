'use client'

import { useMutation } from '@tanstack/react-query'
import { Archive, CalendarClock, CheckCheck, CopyPlus, FilePen, Send, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useIsAtLeast, useMay } from '@/components/projects/role'
import { Button } from '@/components/ui/button'
import { SelectionBar } from '@/components/ui/data/selection-bar'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { call } from '@/lib/api/client'
import { archiveStory, deleteStory, unarchiveStory } from '@/lib/openapi/operations.generated'
import { headlineOf } from '@/lib/stories/content/headline'
import type { ListedStory } from '@/lib/stories/contract'
import type { StoryStatus } from '@/lib/stories/status'
import { type BulkAction, BulkMenu } from './bulk-menu'
import { approvalText, approveStory, duplicateNamed, restoreSchedules, unschedule } from './bulk-operations'
import { useBulkDelete } from './use-bulk-delete'
import { problemText, runAll, useBulkRun } from './use-bulk-run'
import type { DeletedStories } from './use-deleted-stories'

const ReviewLinkDialog = lazyComponent(() =>
  import('@/components/review-links/review-link-dialog').then((it) => it.ReviewLinkDialog),
)
const BulkReschedule = lazyComponent(() => import('./bulk-reschedule').then((it) => it.BulkReschedule))

type Props = {
  projectId: string
  stories: readonly ListedStory[]
  now: Date
  onClear: () => void
  /** Keeps only these selected: the ones that an action did not work for. */
  onKeep: (ids: readonly string[]) => void
  deleted: DeletedStories
  /** Selects the stories that are not loaded too. Undefined if all are. */
  onSelectAll?: (() => Promise<void>) | undefined
}

const archivable: readonly StoryStatus[] = ['draft', 'published', 'partial', 'failed', 'cancelled']

const idsOf = (stories: readonly { id: string }[]): string[] => stories.map(({ id }) => id)

/** Actions for the selected stories. Esc clears the selection. */
export function BulkActions({ projectId, stories, now, onClear, onKeep, deleted, onSelectAll }: Props) {
  const [open, setOpen] = useState<'review' | 'reschedule' | null>(null)
  const [mayWrite, mayPublish] = [useMay('stories:write'), useMay('stories:publish')]
  const mayApprove = useIsAtLeast('admin')
  const runEach = useBulkRun(projectId)
  const remove = useBulkDelete(projectId, deleted)
  const drafts = stories.filter(({ status }) => status === 'draft')
  const scheduled = stories.filter(({ status }) => status === 'scheduled')
  const toApprove = scheduled.filter(({ waits_for_approval }) => waits_for_approval)
  const toReview = [...drafts, ...scheduled]
  // Imported posts are deleted here only.
  const toDelete = [...toReview, ...stories.filter(({ is_imported }) => is_imported)]
  const toArchive = stories.filter(({ status }) => archivable.includes(status))
  const close = (): void => setOpen(null)
  useEscape(onClear, open === null)
  const nameOf = (id: string): string => {
    const story = stories.find((one) => one.id === id)
    return story ? headlineOf(story) : ''
  }
  const run = async <Answer,>(action: Parameters<typeof runEach<Answer>>[0]): Promise<void> =>
    onKeep(await runEach({ ...action, nameOf }))
  const duplicate = useMutation({
    mutationFn: () =>
      run({
        ids: idsOf(stories),
        run: duplicateNamed,
        done: 'duplicated as drafts',
        undo: async (copies) => {
          await deleteAll(copies.map(({ story }) => story.id))
          return null
        },
      }),
  })
  const approve = useMutation({
    mutationFn: () => run({ ids: idsOf(toApprove), run: (id) => approveStory(projectId, id), done: 'approved' }),
  })
  const toDraft = useMutation({
    mutationFn: () =>
      run({
        ids: idsOf(scheduled),
        run: unschedule,
        done: 'moved to drafts',
        undo: async (moved) => {
          const { problems, lost } = await restoreSchedules(idsOf(moved))
          if (problems.length > 0) throw new Error(problemText(problems, 'scheduled again', nameOf))
          return approvalText(lost)
        },
      }),
  })
  const selectAll = useMutation({ mutationFn: async () => onSelectAll?.() })
  const archive = useMutation({
    mutationFn: () =>
      run({
        ids: idsOf(toArchive),
        run: (id) => call(archiveStory, { id }),
        done: 'archived',
        undo: async (archived) => {
          const ids = archived.map(({ story_id }) => story_id)
          const { problems } = await runAll(ids, (id) => call(unarchiveStory, { id }))
          if (problems.length > 0) throw new Error(problemText(problems, 'unarchived', nameOf))
          return null
        },
      }),
  })
  /** Shown with its number if it is possible for some only. */
  const partOf = (some: readonly ListedStory[]): string | undefined =>
    some.length > 0 && some.length < stories.length ? `${some.length} of ${stories.length}` : undefined
  const why = (some: readonly ListedStory[], reason: string): string | null => (some.length === 0 ? reason : null)
  const actions: (BulkAction | false)[] = [
    mayApprove && {
      label: 'Approve',
      icon: <CheckCheck aria-hidden size={16} />,
      onSelect: () => approve.mutate(),
      isBusy: approve.isPending,
      part: partOf(toApprove),
      rule: 'Only stories that wait for approval.',
      reason: why(toApprove, 'None of these waits for approval.'),
    },
    mayPublish && {
      label: 'Reschedule',
      icon: <CalendarClock aria-hidden size={16} />,
      onSelect: () => setOpen('reschedule'),
      part: partOf(scheduled),
      rule: 'Only scheduled stories.',
      reason: why(scheduled, 'None of these is scheduled.'),
    },
    mayWrite && {
      label: 'Back to draft',
      icon: <FilePen aria-hidden size={16} />,
      onSelect: () => toDraft.mutate(),
      isBusy: toDraft.isPending,
      part: partOf(scheduled),
      rule: 'Only scheduled stories.',
      reason: why(scheduled, 'None of these is scheduled.'),
    },
    mayWrite && {
      label: 'Duplicate',
      icon: <CopyPlus aria-hidden size={16} />,
      onSelect: () => duplicate.mutate(),
      isBusy: duplicate.isPending,
      reason: null,
    },
    mayWrite && {
      label: 'Send to client',
      icon: <Send aria-hidden size={16} />,
      onSelect: () => setOpen('review'),
      part: partOf(toReview),
      rule: 'Only drafts and scheduled stories.',
      reason: why(toReview, 'Clients review drafts and scheduled stories.'),
    },
    mayWrite && {
      label: 'Archive',
      icon: <Archive aria-hidden size={16} />,
      onSelect: () => archive.mutate(),
      isBusy: archive.isPending,
      part: partOf(toArchive),
      rule: 'Not stories that are scheduled or archived.',
      reason: why(toArchive, notArchivable(stories)),
    },
    mayWrite && {
      label: 'Delete',
      icon: <Trash2 aria-hidden size={16} />,
      onSelect: () => {
        void remove(toDelete)
        onClear()
      },
      isDanger: true,
      part: partOf(toDelete),
      rule: 'Only drafts, scheduled stories and imported posts.',
      reason: why(toDelete, 'Only drafts and scheduled stories can be deleted. Archive the others.'),
    },
  ]
  return (
    <SelectionBar label="Selected stories" count={stories.length} onClear={onClear}>
      {onSelectAll && (
        <Button isSmall tone="ghost" isBusy={selectAll.isPending} onClick={() => selectAll.mutate()}>
          Select all that match
        </Button>
      )}
      <BulkMenu actions={actions.filter((action) => action !== false)} />
      {open === 'reschedule' && (
        <BulkReschedule projectId={projectId} stories={scheduled} now={now} onClose={close} onDone={onClear} />
      )}
      {open === 'review' && (
        <ReviewLinkDialog mayCreate mayRevoke projectId={projectId} storyIds={idsOf(toReview)} onClose={close} />
      )}
    </SelectionBar>
  )
}

/** Why none of these can be archived. */
const notArchivable = (stories: readonly ListedStory[]): string =>
  stories.some(({ status }) => status === 'scheduled')
    ? 'Move scheduled stories to drafts first.'
    : 'Stories that are archived or being published cannot be archived.'

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
