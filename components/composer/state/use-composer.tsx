'use client'

import { useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { useFileDrop } from '@/components/media/uploads/use-file-drop'
import { useSharedContent } from '@/components/pwa/use-shared-content'
import { addPendingPost } from '@/components/stories/pending-posts'
import { refreshStories } from '@/components/stories/query-keys'
import type { Timed } from '@/components/time/channel-times'
import { useZone } from '@/components/time/zone'
import { useToast } from '@/components/ui/toast'
import type { SocialConnection } from '@/lib/connections/contract'
import { draftProblems, hasPinExpired, targetOf } from '../checks/draft-problems'
import { mergeProblems, serverProblems, unsavableProblems } from '../checks/server-problems'
import { useBrandVoice } from '../checks/use-brand-voice'
import { useConnectedChannels } from '../checks/use-connected-channels'
import { usePreview } from '../checks/use-preview'
import type { Draft } from '../draft/draft'
import { useSurface } from '../open/surface'
import type { Base } from './base'
import { saveStatusOf } from './composer-state'
import { type ComposerStore, createComposerStore } from './composer-store'
import { shownTab } from './editor'
import type { Editor } from './editor-context'
import type { FinishAction } from './missing-field'
import { useStore } from './store'
import { useSlideUploads } from './use-slide-uploads'

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
  const status = saveStatusOf(state)
  const isRefused = status.kind === 'failed' && !status.isTemporary
  const findings = { preview, connected, isPinExpired, voice }
  const problems = mergeProblems(
    draftProblems(draft, findings),
    isRefused ? unsavableProblems(status.error) : serverProblems(state.finish.error),
  )
  const editor: Editor = {
    ...{ projectId, store, preview, voice, uploads, connections, connected, isDropTarget },
    isPinExpired,
    problems,
  }
  const finish = (action: FinishAction): void => {
    // While the preview is of an older text, the server finds what is wrong.
    const current = isUpdating ? draftProblems(draft, { ...findings, preview: {}, voice: [] }) : problems
    const first = current.find(({ isBlocking }) => isBlocking)
    const { requiresApproval: needsApproval } = props
    store.dispatch({ type: 'finishPressed', action, needsApproval, issue: first ? targetOf(first) : null })
  }
  return { projectId, store, state, status, editor, problems, isUpdating, previewError, finish }
}

function useComposerStore({ projectId, initial, filled = {} }: ComposerProps): ComposerStore {
  const { timeZone } = useZone()
  const router = useRouter()
  const queries = useQueryClient()
  const toast = useToast()
  const { isDialog, close } = useSurface()
  const [store] = useState(() =>
    createComposerStore({
      ...{ projectId, timeZone, initial, filled },
      onLateSave: () => void refreshStories(queries, projectId),
      onFinished: async ({ storyId, headline, action, needsApproval, at, before }) => {
        const message = (needsApproval ? approvalMessages : doneMessages)[action]
        // Posting in a minute has its own countdown.
        if (action === 'publish' && at && !needsApproval) addPendingPost({ projectId, storyId, headline, at, before })
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
      // The page behind the dialog shows the draft.
      void refreshStories(queries, projectId)
    }
  }, [store, queries, projectId])
  return store
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
