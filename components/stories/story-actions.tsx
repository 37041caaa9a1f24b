'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Archive, Ban, CopyPlus, Ellipsis, Eye, PenLine, RotateCcw, Send, Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { channelNames } from '@/components/channels/channel-names'
import { RoleNote, useMay, useRole } from '@/components/projects/role'
import { Button, ButtonLink } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Menu, type MenuItem } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import {
  archiveStory,
  cancelStory,
  deleteStory,
  duplicateStory,
  publishStory,
  retryStory,
} from '@/lib/api/operations.generated'
import { scopesOfRole } from '@/lib/auth/roles'
import type { Scope } from '@/lib/auth/scopes'
import type { StoryDetail as Detail } from '@/lib/stories/contract'
import type { StoryStatus } from '@/lib/stories/status'
import { editableChannels } from './editable-channels'
import { refreshStories } from './keys'

type Subject = { id: string; project_id: string; status: StoryStatus; content_queue?: Detail['content_queue'] }
type ActionName = 'publish' | 'retry' | 'cancel' | 'archive' | 'delete'

type Action = {
  scope: Scope
  label: string
  Icon: typeof Send
  from: readonly StoryStatus[]
  isDanger?: boolean
  question: string
  explanation: ReactNode
  done: string
  run: (id: string) => Promise<unknown>
}

/** What can be done with a story, from which states, and what a person is told before and after. */
const actions: Record<ActionName, Action> = {
  publish: {
    scope: 'stories:publish',
    label: 'Publish now',
    Icon: Send,
    from: ['draft', 'scheduled'],
    question: 'Publish this story now?',
    explanation: 'It goes out to all its channels a minute from now. Until then you can cancel it.',
    done: 'Goes out in a minute.',
    run: (id) => call(publishStory, { id }),
  },
  retry: {
    scope: 'stories:publish',
    label: 'Try again',
    Icon: RotateCcw,
    from: ['failed', 'partial'],
    question: 'Try the failed channels again?',
    explanation: (
      <>
        They are tried a minute from now. What is out stays out and is not posted twice. Where it says that the outcome
        is unknown, look at the account first: the post may be there after all.
      </>
    ),
    done: 'The failed channels are tried again in a minute.',
    run: (id) => call(retryStory, { id }),
  },
  cancel: {
    scope: 'stories:publish',
    label: 'Cancel',
    Icon: Ban,
    from: ['scheduled'],
    isDanger: true,
    question: 'Cancel this story?',
    explanation:
      'What is not out yet will not go out. Channels that have it keep it. A cancelled story cannot be scheduled again.',
    done: 'The story is cancelled.',
    run: (id) => call(cancelStory, { id }),
  },
  archive: {
    scope: 'stories:write',
    label: 'Archive',
    Icon: Archive,
    from: ['draft', 'published', 'partial', 'failed', 'cancelled'],
    question: 'Archive this story?',
    explanation: 'It cannot be edited or sent any more, and leaves the list. What is online stays online.',
    done: 'The story is archived.',
    run: (id) => call(archiveStory, { id }),
  },
  delete: {
    scope: 'stories:write',
    label: 'Delete',
    Icon: Trash2,
    from: ['draft'],
    isDanger: true,
    question: 'Delete this draft?',
    explanation: 'Its words are gone for good.',
    done: 'The draft is deleted.',
    run: (id) => call(deleteStory, { id }),
  },
}

/** What the story's state allows, and the person's role. */
function usePossible(status: StoryStatus): ActionName[] {
  const granted = scopesOfRole[useRole()]
  return (Object.keys(actions) as ActionName[]).filter(
    (name) => actions[name].from.includes(status) && granted.has(actions[name].scope),
  )
}

/** What its composer is called; null when the story cannot be edited. A row of a list does not know its queue items. */
function editLabelOf({ status, content_queue: rows }: Subject): string | null {
  if (status === 'draft' || status === 'scheduled') return 'Edit'
  if (status !== 'failed' && status !== 'partial') return null
  return rows === undefined || editableChannels(rows).length > 0 ? 'Edit and retry' : null
}

/** Asks, does, tells. `asked` is what is being asked just now. */
function useStoryAction(story: Subject, onDeleted?: () => void) {
  const [asked, setAsked] = useState<ActionName | null>(null)
  const queries = useQueryClient()
  const toast = useToast()
  const run = async (name: ActionName): Promise<void> => {
    await actions[name].run(story.id)
    toast(actions[name].done)
    if (name === 'delete') onDeleted?.()
    await refreshStories(queries, story.project_id)
  }
  const action = asked && actions[asked]
  const dialog = asked && action && (
    <ConfirmDialog
      title={action.question}
      confirmLabel={asked === 'cancel' ? 'Cancel the story' : action.label}
      cancelLabel={action.isDanger ? 'Keep it' : 'Not now'}
      isDanger={action.isDanger ?? false}
      onConfirm={() => run(asked)}
      onClose={() => setAsked(null)}
    >
      <p>{action.explanation}</p>
    </ConfirmDialog>
  )
  return { ask: setAsked, dialog }
}

/** Makes a copy and opens it in the composer: it is harmless, so nobody is asked first. */
function useDuplicate(story: Subject) {
  const router = useRouter()
  const queries = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: () => call(duplicateStory, { id: story.id }),
    onSuccess: async ({ story: copy, warnings }) => {
      const leftOut = warnings.flatMap(({ code, channel }) =>
        code === 'already_published' && channel ? [channelNames[channel]] : [],
      )
      toast(leftOut.length > 0 ? `Draft created without ${leftOut.join(', ')}: already published.` : 'Draft created.')
      router.push(`/${copy.project_id}/stories/${copy.id}/edit`)
      await refreshStories(queries, copy.project_id)
    },
    onError: (error) => toast(`Not duplicated. ${error.message}`),
  })
}

/** All actions of a story behind one button, for rows of lists. */
export function StoryMenu({ story, headline }: { story: Subject; headline: string }) {
  const { ask, dialog } = useStoryAction(story)
  const possible = usePossible(story.status)
  const mayWrite = useMay('stories:write')
  const duplicate = useDuplicate(story)
  const address = `/${story.project_id}/stories/${story.id}`
  const editLabel = editLabelOf(story)
  const items: MenuItem[] = [
    { label: 'Open', icon: <Eye aria-hidden size={17} />, href: address },
    ...(mayWrite && editLabel
      ? [{ label: editLabel, icon: <PenLine aria-hidden size={17} />, href: `${address}/edit` }]
      : []),
    ...(mayWrite
      ? [{ label: 'Duplicate', icon: <CopyPlus aria-hidden size={17} />, onSelect: () => duplicate.mutate() }]
      : []),
    ...possible.map((name) => {
      const { label, Icon, isDanger } = actions[name]
      return { label, icon: <Icon aria-hidden size={17} />, isDanger, onSelect: () => ask(name) }
    }),
  ]
  return (
    <>
      <Menu
        label={`Actions for “${headline}”`}
        items={items}
        trigger={<Ellipsis aria-hidden size={18} />}
        triggerClassName="flex size-9 items-center justify-center rounded-lg text-ink-soft hover:bg-quiet-wash hover:text-ink"
      />
      {dialog}
    </>
  )
}

/** All actions of a story side by side, for its own page. */
export function StoryButtons({ story }: { story: Subject }) {
  const router = useRouter()
  const { ask, dialog } = useStoryAction(story, () => router.push(`/${story.project_id}/stories`))
  const possible = usePossible(story.status)
  const mayWrite = useMay('stories:write')
  const duplicate = useDuplicate(story)
  if (!mayWrite) return <RoleNote scope="stories:write" />
  const editLabel = editLabelOf(story)
  return (
    <div className="flex flex-wrap gap-2">
      {editLabel && (
        <ButtonLink
          tone="primary"
          href={`/${story.project_id}/stories/${story.id}/edit`}
          icon={<PenLine aria-hidden size={16} />}
        >
          {editLabel}
        </ButtonLink>
      )}
      <Button icon={<CopyPlus aria-hidden size={16} />} isBusy={duplicate.isPending} onClick={() => duplicate.mutate()}>
        Duplicate
      </Button>
      {possible.map((name) => {
        const { label, Icon, isDanger } = actions[name]
        return (
          <Button
            key={name}
            tone={isDanger ? 'danger' : name === 'retry' && !editLabel ? 'primary' : 'secondary'}
            icon={<Icon aria-hidden size={16} />}
            onClick={() => ask(name)}
          >
            {label}
          </Button>
        )
      })}
      {dialog}
    </div>
  )
}
