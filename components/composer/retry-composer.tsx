'use client'

import { RotateCcw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { isBroken, stateOf } from '@/components/connections/connection-state'
import { useConnections } from '@/components/connections/use-connections'
import { ErrorNote } from '@/components/errors/error-note'
import { useNow } from '@/components/time/use-now'
import { useZone } from '@/components/time/zone'
import { Button, ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { Tabs } from '@/components/ui/tabs'
import type { ChannelId } from '@/lib/channels/ids'
import type { SocialConnection } from '@/lib/connections/contract'
import type { StoryDetail } from '@/lib/stories/contract'
import { type ChangeOverride, type Draft, draftOf, withOverride } from './draft'
import { OverrideFields } from './override-fields'
import { PreviewPane } from './preview-pane'
import { ProblemList } from './problem-list'
import { joined, type Problem, problemsOf, refusalProblems } from './problems'
import { useFieldFocus } from './use-field-focus'
import { useMedia } from './use-media'
import { usePreview } from './use-preview'
import { useRetry } from './use-retry'
import { useVoice } from './use-voice'

type Props = {
  story: StoryDetail
  /** The failed channels that can be edited; at least one. */
  channels: ChannelId[]
  connections: SocialConnection[]
  now: string
}

/** Edits what the failed channels of a story get, and retries them. Published channels are not shown: they stay. */
export function RetryComposer(props: Props) {
  const { story, channels } = props
  const { project_id: projectId, id } = story
  const form = useRetryForm(props)
  const { draft, tab, preview, media, connected, connections } = form
  return (
    <div inert={!form.isReady}>
      <PageHeader title="Edit and retry">Only the channels that failed. What is published stays as it is.</PageHeader>
      <div className="flex flex-col gap-x-8 gap-y-6 lg:grid lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start">
        <Tabs
          label="Channels"
          tabs={channels.map(tabOf)}
          chosen={tab}
          onChoose={(chosen) => form.setTab(chosen as ChannelId)}
        >
          <OverrideFields
            key={tab}
            channel={tab}
            draft={draft}
            preview={preview[tab]}
            voice={form.voice}
            boards={{ projectId, isConnected: connected.includes('pinterest'), defaultBoard: boardOf(connections) }}
            isPinOver={false}
            mediaProps={{ projectId, media, isAimedAt: false }}
            onChange={form.changeOverride}
          />
        </Tabs>
        <Result form={form} projectId={projectId} />
      </div>
      <Finish form={form} storyAddress={`/${projectId}/stories/${id}`} />
    </div>
  )
}

type Form = ReturnType<typeof useRetryForm>

function useRetryForm({ story, channels, connections: found, now: renderedAt }: Props) {
  const { project_id: projectId } = story
  const { timeZone } = useZone()
  const [initial] = useState((): Draft => ({ ...draftOf(story, timeZone), channels }))
  const [draft, setDraft] = useState(initial)
  const [tab, setTab] = useState<ChannelId>(channels[0] as ChannelId)
  const isReady = useIsReady()
  const go = useFieldFocus((place) => place !== 'all' && setTab(place))
  const connections = useConnections(projectId, found)
  const now = useNow(renderedAt, 60_000)
  const connected = connections
    .filter((connection) => connection.connected && !isBroken(stateOf(connection, now)))
    .map(({ channel }) => channel)
  const { preview, isBehind, error: previewError } = usePreview(projectId, draft)
  // The caption of the story itself is not edited here.
  const voice = useVoice(projectId, draft).filter(({ channel }) => channel !== null)
  const media = useMedia(projectId, draft, setDraft)
  const isDone = useRef(false)
  const retry = useRetry(story, () => {
    isDone.current = true
  })
  useLeaveWarning(() => draft !== initial && !isDone.current)
  const refused = refusalProblems(retry.error)
  const problems = joined(problemsOf(draft, { preview, connected, isPinOver: false, voice }), refused).map(ofChannel)
  const changeOverride: ChangeOverride = (channel, patch) => setDraft((before) => withOverride(before, channel, patch))
  return {
    ...{ draft, tab, setTab, changeOverride, isReady, go, connections, connected, voice, media, problems, refused },
    ...{ preview, isBehind, previewError, retry },
  }
}

/** What is in the way, and what the chosen channel gets. */
function Result({ form, projectId }: { form: Form; projectId: string }) {
  const { problems, tab, go, preview, isBehind, previewError, connections } = form
  return (
    <div className="flex min-w-0 flex-col gap-5 lg:sticky lg:top-5">
      <ProblemList
        title="Fix before publishing"
        tone="bad"
        problems={problems.filter(({ isBlocking }) => isBlocking)}
        {...{ projectId, onGo: go }}
      />
      <ProblemList
        title="Heads-up"
        tone="warn"
        problems={problems.filter(({ isBlocking }) => !isBlocking)}
        {...{ projectId, onGo: go }}
      />
      <PreviewPane
        channels={[tab]}
        nothing=""
        preview={preview}
        isBehind={isBehind}
        error={previewError}
        connections={connections}
      />
    </div>
  )
}

function Finish({ form, storyAddress }: { form: Form; storyAddress: string }) {
  const { retry, refused, draft } = form
  return (
    <div className="mt-6 flex flex-col gap-3">
      {retry.error && refused.length === 0 && <ErrorNote error={retry.error} title="Not retried" />}
      {refused.length > 0 && (
        <Notice tone="bad" role="alert" title="Not retried">
          Fix what is listed above, then try again.
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          tone="primary"
          icon={<RotateCcw aria-hidden size={16} />}
          isBusy={retry.isPending}
          onClick={() => retry.mutate(draft)}
        >
          Save and retry
        </Button>
        <ButtonLink href={storyAddress}>Cancel</ButtonLink>
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

const boardOf = (connections: SocialConnection[]): string | null => {
  const metadata = connections.find(({ channel }) => channel === 'pinterest')?.metadata
  return metadata?.default_board_name ?? metadata?.default_board_id ?? null
}

/** Only fields of single channels are shown here, so a problem of the story's own member leads to the channel's. */
function ofChannel(problem: Problem): Problem {
  const { place, channel, leadsTo } = problem
  if (leadsTo === 'connections' && channel !== null) {
    return { ...problem, message: `${channelNames[channel]} is not connected. Connect an account, then retry.` }
  }
  if (place === null || place.channel !== null) return problem
  return { ...problem, place: channel === null ? null : { ...place, channel } }
}

/** Inert until hydrated; earlier input would be lost. */
function useIsReady(): boolean {
  const [isReady, setIsReady] = useState(false)
  useEffect(() => setIsReady(true), [])
  return isReady
}

/** Asks before the page is left with unsaved changes, which are kept nowhere else. */
function useLeaveWarning(isUnsaved: () => boolean): void {
  const latest = useRef(isUnsaved)
  latest.current = isUnsaved
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (latest.current()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])
}
