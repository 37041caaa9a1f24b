'use client'

import { useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { goToComposer } from '@/components/composer-address/composer-address'
import { useFileDrop } from '@/components/media/uploads/use-file-drop'
import { useSharedContent } from '@/components/pwa/use-shared-content'
import { addPendingPost } from '@/components/stories/pending-posts'
import { refreshStories } from '@/components/stories/query-keys'
import type { Timed } from '@/components/time/channel-times'
import { instantOf } from '@/components/time/local-time'
import { useZone } from '@/components/time/zone'
import { useToast } from '@/components/ui/toast'
import type { SocialConnection } from '@/lib/connections/contract'
import {
  draftProblems,
  hasPinExpired,
  isAboutTime,
  type Problem,
  targetOf,
  urlProblems,
} from '../checks/draft-problems'
import { mergeProblems, serverProblems, unsavableProblems } from '../checks/server-problems'
import { useBrandVoice } from '../checks/use-brand-voice'
import { useConnectedChannels } from '../checks/use-connected-channels'
import { usePreview } from '../checks/use-preview'
import type { Draft } from '../draft/draft'
import { useSurface } from '../open/surface'
import type { Base } from './base'
import { type ComposerState, isScheduled, isUnsaved, saveStatusOf } from './composer-state'
import { type ComposerStore, createComposerStore } from './composer-store'
import { shownTab } from './editor'
import type { Editor } from './editor-context'
import type { FinishAction } from './missing-field'
import { slotsText } from './slots-text'
import { useStore } from './store'
import { useSlideUploads } from './use-slide-uploads'
import { useTabInAddress } from './use-tab-in-address'

export type ComposerProps = {
  projectId: string
  /** The story as the page was rendered. */
  initial: Base
  /** Values from the page's URL: a time, and media of the library. */
  filled?: Partial<Draft>
  /** The saved times of the story. */
  timed?: Timed | null
  /** Posts of this project need an approval. */
  requiresApproval: boolean
  connections: SocialConnection[]
  now: string
}

export type Composer = ReturnType<typeof useComposer>

/** The composer's store with the server data for its draft. */
export function useComposer(props: ComposerProps) {
  const { projectId } = props
  const { timeZone } = useZone()
  const store = useComposerStore(props)
  const state = useStore(store, (current) => current)
  const { draft } = state
  const { preview, isUpdating, error: previewError } = usePreview(projectId, draft)
  const voice = useBrandVoice(projectId, draft)
  const { connections, connected, now } = useConnectedChannels(projectId, props.connections, props.now)
  const isPinExpired = hasPinExpired(draft, timeZone, now)
  const uploads = useSlideUploads(projectId, store)
  const isReady = state.phase !== 'loading'
  const isDropTarget = useFileDrop(null, isReady, (files) => uploads.addFiles(dropTargetOf(store), files))
  useSharedContent(isReady, ({ text, files }) => {
    if (text) store.dispatch({ type: 'edited', patch: { caption: text } })
    if (files.length > 0) uploads.addFiles(null, files)
  })
  useTabInAddress(store, shownTab(state), isReady)
  const status = saveStatusOf(state)
  const isRefused = status.kind === 'failed' && !status.isTemporary
  const time = timeProblemOf(state, now)
  const findings = { preview, connected, isPinExpired, time, voice }
  const problems = mergeProblems(
    draftProblems(draft, findings),
    isRefused ? unsavableProblems(status.error) : serverProblems(state.finish.error),
  )
  const editor: Editor = {
    ...{ projectId, store, preview, voice, uploads, connections, connected, isDropTarget },
    isPinExpired,
    problems,
  }
  const finish = (action: FinishAction, isApproved = false): void => {
    // While the preview is of an older text, the server finds what is wrong.
    const current = isUpdating ? draftProblems(draft, { ...findings, preview: {}, voice: [] }) : problems
    const isInTheWay = (problem: Problem): boolean =>
      problem.isBlocking && (action === 'schedule' || !isAboutTime(problem))
    // A draft is saved whatever its issues, but leaving with an incomplete URL would lose it.
    const first = action === 'draft' ? urlProblems(draft)[0] : current.find(isInTheWay)
    const approval = !props.requiresApproval ? 'not needed' : isApproved ? 'given' : 'asked'
    store.dispatch({ type: 'finishPressed', action, approval, issue: first ? targetOf(first) : null })
  }
  return { projectId, store, state, status, editor, problems, isUpdating, previewError, finish }
}

function useComposerStore({ projectId, initial, filled = {} }: ComposerProps): ComposerStore {
  const zone = useZone()
  const { timeZone } = zone
  const router = useRouter()
  const queries = useQueryClient()
  const toast = useToast()
  const { isDialog, close } = useSurface()
  const [store] = useState(() =>
    createComposerStore({
      ...{ projectId, timeZone, initial, filled },
      onLateSave: () => void refreshStories(queries, projectId),
      onFinished: async ({ storyId, headline, action, approval, approvalError, at, before, slots }) => {
        const isWaiting = approval === 'asked'
        const messages = isWaiting ? approvalMessages : doneMessages
        const message = messages[action].replace('to the queue.', `to the queue${slotsText(slots, zone)}.`)
        // Posting in a minute has its own countdown.
        if (approvalError) toast(`Sent for approval, but not approved. ${reasonOf(approvalError)}`, 'bad')
        else if (action === 'publish' && at && !isWaiting) addPendingPost({ projectId, storyId, headline, at, before })
        else toast(isDialog ? <Done message={message} path={`/${projectId}/stories/${storyId}`} /> : message)
        // Closing refreshes the page behind the dialog.
        if (isDialog) return close()
        await refreshStories(queries, projectId)
        router.push(`/${projectId}/stories/${storyId}`)
      },
    }),
  )
  useEffect(() => {
    const stop = store.start()
    return () => {
      stop()
      const state = store.get()
      const id = state.base.saved?.id
      // Other drafts are saved by now. A scheduled story is saved on request only.
      if (id && state.phase !== 'finished' && isScheduled(state) && isUnsaved(state)) {
        toast('Changes not saved. This device keeps them.', 'bad', {
          label: 'Continue editing',
          onUndo: () => goToComposer(router, `/${projectId}/stories/${id}/edit`),
        })
      }
      // The page behind the dialog shows the draft.
      void refreshStories(queries, projectId)
    }
  }, [store, queries, projectId, toast, router])
  return store
}

/** The server publishes at once what was to be published this recently. */
const lateMaxMs = 5 * 60_000

/** A time can be too long ago. A scheduled story that is late keeps its time. */
function timeProblemOf(state: ComposerState, now: Date): 'past' | 'unreadable' | null {
  const { draft, base, timeZone, unreadableTime } = state
  if (unreadableTime !== null) return 'unreadable'
  if (isScheduled(state) && draft.localTime === base.draft.localTime) return null
  const at = instantOf(draft.localTime, timeZone)
  return at !== null && at.getTime() < now.getTime() - lateMaxMs ? 'past' : null
}

const doneMessages: Record<FinishAction, string> = {
  draft: 'Draft saved.',
  schedule: 'Story scheduled.',
  queue: 'Added to the queue.',
  publish: 'Posting in a minute.',
}

const approvalMessages: Record<FinishAction, string> = {
  draft: doneMessages.draft,
  schedule: 'Sent for approval. Once approved, it is published at its time.',
  queue: 'Added to the queue. Once approved, it is published at its time.',
  publish: 'Sent for approval. Once approved, it is published.',
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'Try it in the queue.')

/** The page stays, so the story is one click away. */
const Done = ({ message, path }: { message: string; path: string }) => (
  <>
    {message}{' '}
    <Link href={path} className="font-medium text-accent underline">
      View
    </Link>
  </>
)

/** Dropped files go to the shown channel if it has its own media. */
function dropTargetOf({ get }: ComposerStore) {
  const tab = shownTab(get())
  return tab !== 'all' && get().draft.overrides[tab]?.slides ? tab : null
}
