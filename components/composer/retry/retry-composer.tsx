'use client'

import { RotateCcw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { ErrorNote } from '@/components/errors/error-note'
import { ProblemLists } from '@/components/stories/problem-lists'
import { useZone } from '@/components/time/zone'
import { Button, ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { Tabs } from '@/components/ui/tabs'
import { useBrowserValue } from '@/components/ui/use-browser-value'
import type { ChannelId } from '@/lib/channel-ids'
import type { SocialConnection } from '@/lib/connections/contract'
import type { StoryDetail } from '@/lib/stories/contract'
import { draftProblems, type Problem } from '../checks/draft-problems'
import { mergeProblems, serverProblems } from '../checks/server-problems'
import { useBrandVoice } from '../checks/use-brand-voice'
import { useConnectedChannels } from '../checks/use-connected-channels'
import { usePreview } from '../checks/use-preview'
import { draftOf } from '../draft/story-to-draft'
import { useFieldFocus } from '../fields/use-field-focus'
import { ChannelFields } from '../overrides/channel-fields'
import { PreviewPane } from '../preview/preview-pane'
import { type Editor, EditorProvider } from '../state/editor-context'
import { useStore } from '../state/store'
import { useSlideUploads } from '../state/use-slide-uploads'
import { createRetryStore } from './retry-store'
import { useRetry } from './use-retry'

type Props = {
  story: StoryDetail
  /** The failed channels that can be edited; at least one. */
  channels: ChannelId[]
  connections: SocialConnection[]
  now: string
}

/** Edits the failed channels of a story and retries them. Published channels cannot change, so they are not shown. */
export function RetryComposer(props: Props) {
  const { story, channels } = props
  const { project_id: projectId, id } = story
  const { store, state, editor, problems, isUpdating, previewError, retry } = useRetryForm(props)
  const isHydrated = useBrowserValue(() => true, false)
  const channel = state.tab === 'all' ? channels[0] : state.tab
  return (
    <EditorProvider editor={editor}>
      {/* Inert until hydrated; earlier input would be lost. */}
      <div inert={!isHydrated}>
        <PageHeader title="Edit and retry">Only the channels that failed. Published posts stay as they are.</PageHeader>
        <div className="flex flex-col gap-x-8 gap-y-6 lg:grid lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start">
          <Tabs
            label="Channels"
            tabs={channels.map(tabOf)}
            chosen={state.tab}
            onChoose={(chosen) => store.dispatch({ type: 'tabChosen', tab: chosen as ChannelId })}
          >
            {channel && <ChannelFields key={channel} channel={channel} hasPin={false} />}
          </Tabs>
          <div className="flex min-w-0 flex-col gap-5 lg:sticky lg:top-5">
            <ProblemLists
              problems={problems}
              projectId={projectId}
              onGo={(target) => store.dispatch({ type: 'fieldRequested', target })}
            />
            <PreviewPane
              channels={channel ? [channel] : []}
              edited={channel ?? null}
              at={null}
              emptyText=""
              isUpdating={isUpdating}
              error={previewError}
            />
          </div>
        </div>
        <RetryButtons retry={retry} storyUrl={`/${projectId}/stories/${id}`} />
      </div>
    </EditorProvider>
  )
}

function useRetryForm({ story, channels, connections: initialConnections, now: renderedAt }: Props) {
  const { project_id: projectId, updated_at } = story
  const { timeZone } = useZone()
  const [store] = useState(() =>
    createRetryStore({ ...draftOf(story, timeZone), channels }, channels[0] as ChannelId, updated_at),
  )
  const state = useStore(store, (current) => current)
  const { draft } = state
  useFieldFocus(state)
  useLeaveWarning(draft !== state.initial && !state.isDone)
  const { connections, connected } = useConnectedChannels(projectId, initialConnections, renderedAt)
  const { preview, isUpdating, error: previewError } = usePreview(projectId, draft)
  // The story's own caption is not edited here.
  const voice = useBrandVoice(projectId, draft).filter(({ channel }) => channel !== null)
  const uploads = useSlideUploads(projectId, store)
  const retry = useRetry(story, store)
  const found = draftProblems(draft, { preview, connected, isPinExpired: false, voice })
  const problems = mergeProblems(found, serverProblems(retry.error)).map(forChannel)
  const editor: Editor = {
    ...{ projectId, store, preview, voice, uploads, connections, connected },
    isPinExpired: false,
    isDropTarget: false,
  }
  return { store, state, editor, problems, isUpdating, previewError, retry }
}

function RetryButtons({ retry, storyUrl }: { retry: ReturnType<typeof useRetry>; storyUrl: string }) {
  const hasIssues = serverProblems(retry.error).length > 0
  return (
    <div className="mt-6 flex flex-col gap-3">
      {retry.error && !hasIssues && <ErrorNote error={retry.error} title="Not retried" />}
      {hasIssues && (
        <Notice tone="bad" role="alert" title="Not retried">
          Fix the issues listed above, then try again.
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          tone="primary"
          icon={<RotateCcw aria-hidden size={16} />}
          isBusy={retry.isPending}
          onClick={() => retry.mutate()}
        >
          Save and retry
        </Button>
        <ButtonLink href={storyUrl}>Cancel</ButtonLink>
      </div>
    </div>
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

/** Unsaved changes are not stored on this page. */
function useLeaveWarning(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnsaved])
}
