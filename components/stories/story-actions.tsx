'use client'

import { useQueryClient } from '@tanstack/react-query'
import {
  Archive,
  ArchiveRestore,
  Ban,
  CopyPlus,
  Eye,
  LayoutTemplate,
  PenLine,
  Repeat2,
  RotateCcw,
  Send,
  Trash2,
} from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { RoleNote, useMay, useRole } from '@/components/projects/role'
import { addPendingPost } from '@/components/stories/pending-posts'
import { Button, ButtonLink } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { type MenuItem, MoreMenu } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import { ApiError, call } from '@/lib/api/client'
import { scopesOfRole } from '@/lib/auth/roles'
import type { Scope } from '@/lib/auth/scopes'
import {
  archiveStory,
  cancelStory,
  deleteStory,
  publishStory,
  retryStory,
  unarchiveStory,
} from '@/lib/openapi/operations.generated'
import type { StoryDetail as Detail } from '@/lib/stories/contract'
import { isRejectedInReview, type StoryStatus } from '@/lib/stories/status'
import { editableChannels } from './editable-channels'
import { refreshStories } from './query-keys'
import { readTimes } from './story-times'
import { useDuplicate } from './use-duplicate'
import { useReopen } from './use-reopen'

const ConfirmDialog = lazyComponent(() => import('@/components/dialogs/confirm-dialog').then((it) => it.ConfirmDialog))

const WaitingChannels = lazyComponent(
  () => import('./waiting-channels').then((it) => it.WaitingChannels),
  () => null,
)

const RetryQuestion = lazyComponent(
  () => import('./retry-question').then((it) => it.RetryQuestion),
  () => null,
)

const SaveAsTemplateDialog = lazyComponent(() =>
  import('@/components/templates/save-as-template-dialog').then((it) => it.SaveAsTemplateDialog),
)

type Subject = {
  id: string
  project_id: string
  status: StoryStatus
  is_imported?: true | undefined
  is_rejected?: boolean | undefined
  content_queue?: Detail['content_queue']
}
type ActionName = 'publish' | 'retry' | 'cancel' | 'archive' | 'unarchive' | 'delete'

type Action = {
  scope: Scope
  label: string
  Icon: typeof Send
  from: readonly StoryStatus[]
  isDanger?: boolean
  /** Missing if the action can be undone, so that nothing is asked. */
  question?: string
  explanation?: string
  done?: string
  run: (id: string) => Promise<unknown>
  undo?: (id: string) => Promise<unknown>
}

/** Actions on a story: allowed statuses, and the texts of the dialog and the toast. */
const actions: Record<ActionName, Action> = {
  publish: {
    scope: 'stories:publish',
    label: 'Post now',
    Icon: Send,
    from: ['draft', 'scheduled'],
    run: (id) => call(publishStory, { id }),
  },
  retry: {
    scope: 'stories:publish',
    label: 'Try again',
    Icon: RotateCcw,
    from: ['failed', 'partial'],
    question: 'Try the failed channels again?',
    done: 'Retrying in one minute.',
    run: (id) => call(retryStory, { id }),
  },
  cancel: {
    scope: 'stories:publish',
    label: 'Cancel story…',
    Icon: Ban,
    from: ['scheduled'],
    isDanger: true,
    question: 'Cancel this story?',
    explanation: 'Published posts stay online. A cancelled story cannot be rescheduled.',
    done: 'Story cancelled.',
    run: (id) => call(cancelStory, { id }),
  },
  archive: {
    scope: 'stories:write',
    label: 'Archive',
    Icon: Archive,
    from: ['draft', 'published', 'partial', 'failed', 'cancelled'],
    done: 'Story archived.',
    run: (id) => call(archiveStory, { id }),
    undo: (id) => call(unarchiveStory, { id }),
  },
  unarchive: {
    scope: 'stories:write',
    label: 'Unarchive',
    Icon: ArchiveRestore,
    from: ['archived'],
    done: 'Story unarchived.',
    run: (id) => call(unarchiveStory, { id }),
  },
  delete: {
    scope: 'stories:write',
    label: 'Delete',
    Icon: Trash2,
    from: ['draft'],
    isDanger: true,
    question: 'Delete this draft?',
    explanation: 'This cannot be undone.',
    done: 'Draft deleted.',
    run: (id) => call(deleteStory, { id }),
  },
}

/** Actions that the story's status and the user's role allow. */
function useAllowedActions({ status, is_imported }: Subject): ActionName[] {
  const granted = scopesOfRole[useRole()]
  return (Object.keys(actions) as ActionName[]).filter(
    (name) =>
      (actions[name].from.includes(status) || (name === 'delete' && is_imported)) && granted.has(actions[name].scope),
  )
}

/** An imported post is deleted here only. */
const deleteImported: Partial<Action> = {
  question: 'Delete this imported post?',
  explanation: 'It is deleted from Storycast only. The post stays online, and a new import adds it again.',
  done: 'Imported post deleted.',
}

/** The label of the edit button; null if the story cannot be edited. Lists have no queue items. */
function editLabelOf({ status, content_queue: rows }: Subject): string | null {
  if (status === 'draft' || status === 'scheduled') return 'Edit'
  if (status !== 'failed' && status !== 'partial') return null
  return rows === undefined || editableChannels(rows).length > 0 ? 'Edit and retry' : null
}

const isRejected = ({ status, is_rejected, content_queue: rows }: Subject): boolean =>
  is_rejected ?? (rows !== undefined && isRejectedInReview(status, rows))

const reopenLabel = 'Edit and send for approval'

/** Posts in a minute. Every page of the project shows the countdown, with an undo button. */
export function usePostNow({ id, project_id, status }: Subject, headline: string): () => Promise<void> {
  const queries = useQueryClient()
  const toast = useToast()
  return async () => {
    try {
      const before = status === 'scheduled' ? await readTimes(id) : null
      const { scheduled_at: at, enqueue } = await call(publishStory, { id })
      const isWaiting = enqueue.skipped.some(({ reason }) => reason === 'awaiting_approval')
      if (isWaiting) toast('Sent for approval. Once approved, it is posted.')
      else if (at) addPendingPost({ projectId: project_id, storyId: id, headline, at, before })
      await refreshStories(queries, project_id)
    } catch (error) {
      toast(`Not posted. ${failureOf(error)}`, 'bad')
    }
  }
}

/** Why a request failed: its first issue, or its message. */
export function failureOf(error: unknown): string {
  const issue = error instanceof ApiError ? error.issues[0]?.message : undefined
  return issue ?? (error instanceof Error ? error.message : '')
}

/** Confirms and runs an action, then shows a toast. */
function useStoryAction(story: Subject, headline: string, onDeleted?: () => void) {
  const [toConfirm, setToConfirm] = useState<ActionName | null>(null)
  const queries = useQueryClient()
  const toast = useToast()
  const actionOf = (name: ActionName): Action => ({
    ...actions[name],
    ...(name === 'delete' && story.is_imported ? deleteImported : {}),
  })
  const run = async (name: ActionName): Promise<void> => {
    const { run: call, done, undo } = actionOf(name)
    await call(story.id)
    const takeBack = undo && { label: 'Undo', onUndo: () => void runAtOnce('Not undone.', () => undo(story.id)) }
    if (done) toast(done, 'good', takeBack)
    if (name === 'delete') onDeleted?.()
    await refreshStories(queries, story.project_id)
  }
  const runAtOnce = async (failed: string, send: () => Promise<unknown>): Promise<void> => {
    try {
      await send()
    } catch (error) {
      toast(`${failed} ${failureOf(error)}`, 'bad')
    }
    await refreshStories(queries, story.project_id)
  }
  const action = toConfirm && actionOf(toConfirm)
  const postNow = usePostNow(story, headline)
  const ask = (name: ActionName): void => {
    if (name === 'publish') void postNow()
    else if (actions[name].question) setToConfirm(name)
    else void runAtOnce('Not done.', () => run(name))
  }
  const dialog = toConfirm && action?.question && (
    <ConfirmDialog
      title={action.question}
      confirmLabel={toConfirm === 'cancel' ? 'Cancel story' : action.label}
      cancelLabel={toConfirm === 'cancel' ? 'Keep story' : 'Cancel'}
      isDanger={action.isDanger ?? false}
      onConfirm={() => run(toConfirm)}
      onClose={() => setToConfirm(null)}
    >
      {toConfirm === 'cancel' && <WaitingChannels projectId={story.project_id} storyId={story.id} />}
      {toConfirm === 'retry' && <RetryQuestion projectId={story.project_id} storyId={story.id} />}
      {action.explanation && <p>{action.explanation}</p>}
    </ConfirmDialog>
  )
  return { ask, dialog }
}

function useSaveAsTemplate({ id, project_id }: Subject, headline: string) {
  const [isOpen, setIsOpen] = useState(false)
  const dialog = isOpen && (
    <SaveAsTemplateDialog projectId={project_id} storyId={id} headline={headline} onClose={() => setIsOpen(false)} />
  )
  return { open: () => setIsOpen(true), dialog }
}

type MenuProps = {
  story: Subject
  headline: string
  /** Actions of the list, after Edit. */
  extra?: readonly MenuItem[]
  duplicateLabel?: string
  /** Posts only what the row shows. `channels`: their names, if the story has others. */
  row?: { channels: string | null; onPostNow: () => void } | undefined
}

/** The actions of a story as a menu, for lists. */
export function StoryMenu({ story, headline, extra = [], duplicateLabel = 'Duplicate', row }: MenuProps) {
  const { ask, dialog } = useStoryAction(story, headline)
  const allowed = useAllowedActions(story)
  const mayWrite = useMay('stories:write')
  const duplicate = useDuplicate(story)
  const reopen = useReopen(story)
  const template = useSaveAsTemplate(story, headline)
  const address = `/${story.project_id}/stories/${story.id}`
  const editLabel = editLabelOf(story)
  const items: MenuItem[] = [
    { label: 'Open', icon: <Eye aria-hidden size={16} />, href: address },
    ...(mayWrite && editLabel
      ? [{ label: editLabel, icon: <PenLine aria-hidden size={16} />, href: `${address}/edit` }]
      : []),
    ...(mayWrite && isRejected(story)
      ? [{ label: reopenLabel, icon: <PenLine aria-hidden size={16} />, onSelect: () => reopen.mutate() }]
      : []),
    ...extra,
    ...(mayWrite
      ? [
          { label: duplicateLabel, icon: <CopyPlus aria-hidden size={16} />, onSelect: () => duplicate.mutate() },
          {
            label: 'Save as template',
            icon: <LayoutTemplate aria-hidden size={16} />,
            onSelect: template.open,
          },
        ]
      : []),
    ...allowed.map((name) => {
      const { label, Icon, isDanger } = actions[name]
      const item = { label, icon: <Icon aria-hidden size={16} />, isDanger, onSelect: () => ask(name) }
      if (name === 'publish' && row) {
        return { ...item, label: row.channels ? `${label} on ${row.channels}` : label, onSelect: row.onPostNow }
      }
      return name === 'cancel' && row?.channels ? { ...item, label: 'Cancel story on all channels…' } : item
    }),
  ]
  return (
    <>
      <MoreMenu label={`Actions for “${headline}”`} items={items} />
      {dialog}
      {template.dialog}
    </>
  )
}

type ButtonsProps = {
  story: Subject
  headline: string
  /** Failed channels are tried again: nothing can be edited meanwhile. */
  isRetrying: boolean
  /** The ways to publish a draft, as its main action. Null if there are none. */
  publish: ReactNode
}

/** The main actions of a story as buttons, for its page. The others are in a menu. */
export function StoryButtons({ story, headline, isRetrying, publish }: ButtonsProps) {
  const router = useRouter()
  const template = useSaveAsTemplate(story, headline)
  const { ask, dialog } = useStoryAction(story, headline, () => router.push(`/${story.project_id}/stories`))
  const allowed = useAllowedActions(story)
  const mayWrite = useMay('stories:write')
  const duplicate = useDuplicate(story)
  const reopen = useReopen(story)
  if (!mayWrite) return <RoleNote scope="stories:write" />
  const editLabel = isRetrying ? null : editLabelOf(story)
  const isPublished = story.status === 'published'
  const items: MenuItem[] = [
    ...(isPublished
      ? []
      : [{ label: 'Duplicate', icon: <CopyPlus aria-hidden size={16} />, onSelect: () => duplicate.mutate() }]),
    { label: 'Save as template', icon: <LayoutTemplate aria-hidden size={16} />, onSelect: template.open },
    ...allowed
      .filter((name) => name !== 'retry' && !(publish !== null && name === 'publish'))
      .map((name) => {
        const { label, Icon, isDanger = false } = actions[name]
        return { label, icon: <Icon aria-hidden size={16} />, isDanger, onSelect: () => ask(name) }
      }),
  ]
  return (
    <div data-wide className="flex flex-wrap items-center gap-2">
      <MoreMenu label={`Actions for “${headline}”`} items={items} />
      {allowed.includes('retry') && (
        <Button
          tone={editLabel ? 'secondary' : 'primary'}
          icon={<RotateCcw aria-hidden size={16} className="max-sm:hidden" />}
          className="max-sm:flex-1"
          onClick={() => ask('retry')}
        >
          {actions.retry.label}
        </Button>
      )}
      {isRejected(story) && (
        <Button
          tone="primary"
          isBusy={reopen.isPending}
          icon={<PenLine aria-hidden size={16} />}
          className="max-sm:flex-1"
          onClick={() => reopen.mutate()}
        >
          {reopenLabel}
        </Button>
      )}
      {editLabel && (
        <ButtonLink
          tone={publish === null ? 'primary' : 'secondary'}
          href={`/${story.project_id}/stories/${story.id}/edit`}
          icon={<PenLine aria-hidden size={16} className="max-sm:hidden" />}
          className="max-sm:flex-1"
        >
          {editLabel}
        </ButtonLink>
      )}
      {isPublished && (
        <Button
          tone="primary"
          isBusy={duplicate.isPending}
          icon={<Repeat2 aria-hidden size={16} className="max-sm:hidden" />}
          className="max-sm:flex-1"
          onClick={() => duplicate.mutate()}
        >
          Post again
        </Button>
      )}
      {publish}
      {dialog}
      {template.dialog}
    </div>
  )
}
