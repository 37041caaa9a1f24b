'use client'

import { RotateCcw } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { goToComposer } from '@/components/composer-address/composer-address'
import { ErrorNote } from '@/components/errors/error-note'
import { useZone } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Tabs } from '@/components/ui/tabs'
import { useToast } from '@/components/ui/toast'
import { useBrowserValue } from '@/components/ui/use-browser-value'
import type { ChannelId } from '@/lib/channel-ids'
import type { SocialConnection } from '@/lib/connections/contract'
import type { StoryDetail } from '@/lib/stories/contract'
import { draftProblems, firstProblem, type Problem } from '../checks/draft-problems'
import { mergeProblems, serverProblems } from '../checks/server-problems'
import { useBrandVoice } from '../checks/use-brand-voice'
import { useConnectedChannels } from '../checks/use-connected-channels'
import { usePreview } from '../checks/use-preview'
import { isSameDraft } from '../draft/same-draft'
import { draftOf } from '../draft/story-to-draft'
import { StoryIssues } from '../fields/field-issues'
import { goToProblem } from '../fields/go-to-problem'
import { useFieldFocus } from '../fields/use-field-focus'
import { RestoredNotice } from '../finish/composer-notices'
import { IssueCount } from '../finish/issue-count'
import { ComposerLayout } from '../open/composer-layout'
import { useSurface } from '../open/surface'
import { ChannelFields } from '../overrides/channel-fields'
import { PreviewPane } from '../preview/preview-pane'
import { type Editor, EditorProvider } from '../state/editor-context'
import { useStore } from '../state/store'
import { useSlideUploads } from '../state/use-slide-uploads'
import { dropEdits, keepEdits, readEdits } from './retry-copy'
import { createRetryStore, type RetryStore } from './retry-store'
import { useRetry } from './use-retry'

type Props = {
  story: StoryDetail
  /** The failed channels that can be edited; at least one. */
  channels: ChannelId[]
  connections: SocialConnection[]
  now: string
  /** Why they failed. */
  failure: ReactNode
}

/** Edits the failed channels of a story and retries them. Published channels cannot change, so they are not shown. */
export function RetryComposer(props: Props) {
  const { story, channels, failure } = props
  const { store, state, editor, problems, isUpdating, previewError, retry } = useRetryForm(props)
  const isHydrated = useBrowserValue(() => true, false)
  const channel = state.tab === 'all' ? channels[0] : state.tab
  const first = firstProblem(problems)
  return (
    <EditorProvider editor={editor}>
      {/* Inert until hydrated; earlier input would be lost. */}
      <div inert={!isHydrated} className="h-full">
        <ComposerLayout
          title="Edit and retry"
          notices={
            <>
              {failure}
              {state.isRestored && <RestoredNotice onDiscard={() => store.dispatch({ type: 'discarded' })} />}
              <p className="text-ink-soft">You edit only the channels that failed. Published posts stay as they are.</p>
              <RetryError retry={retry} onShowIssues={() => first && goToProblem(store, first)} />
              <StoryIssues />
            </>
          }
          preview={
            <PreviewPane
              channels={channel ? [channel] : []}
              edited={channel ?? null}
              at={null}
              emptyText=""
              isUpdating={isUpdating}
              error={previewError}
            />
          }
          footer={<RetryFooter {...{ story, retry, problems, store }} />}
        >
          <Tabs
            label="Channels"
            tabs={channels.map(tabOf)}
            chosen={state.tab}
            onChoose={(chosen) => store.dispatch({ type: 'tabChosen', tab: chosen as ChannelId })}
          >
            {channel && <ChannelFields key={channel} channel={channel} hasPin={false} />}
          </Tabs>
        </ComposerLayout>
      </div>
    </EditorProvider>
  )
}

function useRetryForm({ story, channels, connections: initialConnections, now: renderedAt }: Props) {
  const { project_id: projectId, updated_at } = story
  const { timeZone } = useZone()
  const [store] = useState(() =>
    createRetryStore({
      draft: { ...draftOf(story, timeZone), channels },
      channel: channels[0] as ChannelId,
      updatedAt: updated_at,
    }),
  )
  const state = useStore(store, (current) => current)
  const { draft } = state
  useFieldFocus(state)
  useLocalEdits(story, store)
  const { connections, connected } = useConnectedChannels(projectId, initialConnections, renderedAt)
  const { preview, isUpdating, error: previewError } = usePreview(projectId, draft)
  // The story's own caption is not edited here.
  const voice = useBrandVoice(projectId, draft).filter(({ channel }) => channel !== null)
  const uploads = useSlideUploads(projectId, store)
  const retry = useRetry(story, store)
  const found = draftProblems(draft, { preview, connected, isPinExpired: false, time: null, voice })
  const problems = mergeProblems(found, serverProblems(retry.error)).map(forChannel)
  const editor: Editor = {
    ...{ projectId, store, preview, voice, uploads, connections, connected, problems },
    isPinExpired: false,
    isDropTarget: false,
  }
  return { store, state, editor, problems, isUpdating, previewError, retry }
}

type Retry = ReturnType<typeof useRetry>

function RetryError({ retry, onShowIssues }: { retry: Retry; onShowIssues: () => void }) {
  if (!retry.error) return null
  if (serverProblems(retry.error).length === 0) return <ErrorNote error={retry.error} title="Not retried" />
  return (
    <Notice
      tone="bad"
      role="alert"
      title="Not retried"
      action={
        <Button isSmall onClick={onShowIssues}>
          Show issues
        </Button>
      }
    >
      Fix the issues, then try again.
    </Notice>
  )
}

/** Stores each edit on this device, and restores them when the form opens. */
function useLocalEdits({ project_id: projectId, id: storyId }: StoryDetail, store: RetryStore): void {
  useLayoutEffect(() => {
    const story = { projectId, storyId }
    const restored = readEdits(story, store.get().initial)
    if (restored) store.dispatch({ type: 'restored', draft: restored })
    let last = store.get().draft
    return store.subscribe(() => {
      const { draft, initial } = store.get()
      if (draft !== last) keepEdits(story, { draft, initial })
      last = draft
    })
  }, [projectId, storyId, store])
}

/** Closes the form without its edits. Undo opens it again with them. */
function useCancel(story: StoryDetail, store: RetryStore): () => void {
  const { close } = useSurface()
  const router = useRouter()
  const toast = useToast()
  return () => {
    const { draft, initial } = store.get()
    const key = { projectId: story.project_id, storyId: story.id }
    dropEdits(key)
    close()
    if (isSameDraft(draft, initial)) return
    toast('Changes discarded.', 'good', {
      label: 'Undo',
      onUndo: () => {
        keepEdits(key, { draft, initial })
        goToComposer(router, `/${story.project_id}/stories/${story.id}/edit`)
      },
    })
  }
}

type FooterProps = { story: StoryDetail; retry: Retry; problems: readonly Problem[]; store: RetryStore }

function RetryFooter({ story, retry, problems, store }: FooterProps) {
  const cancel = useCancel(story, store)
  return (
    <footer
      data-sticky-footer
      className="flex flex-wrap items-center justify-end gap-2 border-t border-line bg-surface px-3 py-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] @4xl:px-6"
    >
      <div className="mr-auto">
        <IssueCount problems={problems} store={store} />
      </div>
      <Button onClick={cancel}>Cancel</Button>
      <Button
        tone="primary"
        icon={<RotateCcw aria-hidden size={16} />}
        isBusy={retry.isPending}
        onClick={() => retry.mutate()}
      >
        Save and retry
      </Button>
    </footer>
  )
}

const tabOf = (channel: ChannelId) => ({
  id: channel,
  name: channelNames[channel],
  label: (
    <>
      <ChannelIcon channel={channel} size={16} />
      {channelNames[channel]}
    </>
  ),
})

/** Only fields of channels are shown here, so a problem with a story field links to the channel's field. */
function forChannel(problem: Problem): Problem {
  const { target, channel, fixScreen } = problem
  if (fixScreen === 'connections' && channel !== null) {
    return { ...problem, message: `${channelNames[channel]} is not connected. Connect an account, then retry.` }
  }
  if (target === null || target.channel !== null) return problem
  return { ...problem, target: channel === null ? null : { ...target, channel } }
}
