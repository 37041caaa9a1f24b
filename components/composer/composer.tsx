'use client'

import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { isBroken, stateOf } from '@/components/connections/connection-state'
import { useConnections } from '@/components/connections/use-connections'
import { ErrorNote } from '@/components/errors/error-note'
import { useNow } from '@/components/time/use-now'
import { useZone } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { Tabs } from '@/components/ui/tabs'
import type { ChannelId } from '@/lib/channels/ids'
import type { SocialConnection } from '@/lib/connections/contract'
import { BaseFields } from './base-fields'
import { ChannelPicker } from './channel-picker'
import { type Draft, isDifferent } from './draft'
import { Endings } from './endings'
import { fieldId, type Place } from './fields'
import type { Saved } from './kept-draft'
import { OverrideFields } from './override-fields'
import { PreviewPane } from './preview-pane'
import { ProblemList } from './problem-list'
import { isPinOver, problemsOf, refusalProblems } from './problems'
import { ScheduleField } from './schedule-field'
import { useDraft } from './use-draft'
import { type Ending, useEnding } from './use-ending'
import { usePreview } from './use-preview'

type Props = {
  projectId: string
  /** The story that is edited; null for a new one. */
  story: (Saved & { isScheduled: boolean }) | null
  initial: Draft
  connections: SocialConnection[]
  now: string
}

export function Composer({ projectId, story, initial, connections: initialConnections, now }: Props) {
  const connections = useConnections(projectId, initialConnections)
  const time = useNow(now, 60_000)
  const state = useDraft(projectId, story?.id ?? null, initial, story)
  const { draft, change, changeOverride } = state
  const { preview, isBehind, error: previewError } = usePreview(projectId, draft)
  const ending = useEnding({
    projectId,
    saved: state.saved,
    isScheduled: story?.isScheduled ?? false,
    onSaved: state.setSaved,
    onFinished: state.finish,
  })
  const [tab, setTab] = useState<'all' | ChannelId>('all')
  const [missing, setMissing] = useState<Missing | null>(null)
  const chosenTab = tab === 'all' || draft.channels.includes(tab) ? tab : 'all'
  const connected = connections
    .filter((connection) => connection.connected && !isBroken(stateOf(connection, time)))
    .map(({ channel }) => channel)
  const { timeZone } = useZone()
  const isLatePin = isPinOver(draft, timeZone, time)
  const problems = problemsOf(draft, { preview, connected, isPinOver: isLatePin })
  const go = useFieldFocus(setTab)
  const end = (chosen: Ending): void => {
    const found = whatIsMissing(chosen, draft)
    setMissing(found)
    if (found) go(found.place)
    else if (!ending.isPending) ending.mutate({ ending: chosen, draft })
  }
  const primary: Ending = draft.localTime || story?.isScheduled ? 'schedule' : 'publish'
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    end(primary)
  }
  const shownChannels = chosenTab === 'all' ? draft.channels : [chosenTab]
  const isBlank = draft.caption.trim() === '' && draft.slides.length === 0 && Object.keys(draft.overrides).length === 0
  return (
    // Until the page has woken up it takes no words: they would be lost.
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for what the buttons below do.
    <div onKeyDown={onKeyDown} inert={!state.isReady}>
      <PageHeader title={story ? 'Edit story' : 'New story'} />
      {state.wasRestored && <Restored onDiscard={state.startOver} />}
      <div className="flex flex-col gap-x-8 gap-y-6 lg:grid lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start">
        <div className="flex min-w-0 flex-col gap-6">
          <ChannelPicker chosen={draft.channels} connected={connected} onChange={(channels) => change({ channels })} />
          <Tabs
            label="Versions"
            tabs={tabsOf(draft)}
            chosen={chosenTab}
            onChoose={(id) => setTab(id as 'all' | ChannelId)}
          >
            {chosenTab === 'all' ? (
              <BaseFields draft={draft} preview={preview} onChange={change} />
            ) : (
              <OverrideFields
                key={chosenTab}
                channel={chosenTab}
                draft={draft}
                preview={preview[chosenTab]}
                boards={{
                  projectId,
                  isConnected: connected.includes('pinterest'),
                  defaultBoard: boardOf(connections),
                }}
                isPinOver={isLatePin}
                onChange={changeOverride}
                onStoryChange={change}
              />
            )}
          </Tabs>
        </div>
        <div className="flex min-w-0 flex-col gap-5 lg:sticky lg:top-5 lg:max-h-[calc(100dvh-2.5rem)] lg:overflow-y-auto lg:p-1">
          <ProblemList
            title={problems.some(({ isBlocking }) => isBlocking) ? 'Before it can go out' : 'It goes out like this'}
            problems={problems}
            projectId={projectId}
            onGo={go}
          />
          <PreviewPane
            channels={isBlank ? [] : shownChannels}
            nothing={
              isBlank
                ? 'Write something, and see here what each channel gets.'
                : 'Choose a channel to see what it gets.'
            }
            preview={preview}
            isBehind={isBehind}
            error={previewError}
            connections={connections}
          />
        </div>
        {/* Where there is one column this frame dissolves, so that what ends the work can stay in view all the way down. */}
        <div className="contents lg:panel lg:col-start-1 lg:flex lg:min-w-0 lg:flex-col lg:gap-4 lg:p-4">
          <div className="panel flex min-w-0 flex-col gap-4 p-4 lg:border-0 lg:bg-transparent lg:p-0">
            <ScheduleField
              value={draft.localTime}
              onChange={(localTime) => change({ localTime })}
              error={missing?.place.field === 'time' && !draft.localTime ? missing.message : null}
              now={now}
            />
            {missing && missing.place.field !== 'time' && (
              <Notice tone="bad" role="alert">
                {missing.message}
              </Notice>
            )}
            <Refusal
              error={ending.error}
              projectId={projectId}
              isSaved={state.saved !== null && story === null}
              onGo={go}
            />
            <p className="text-sm text-ink-soft">
              {state.isChanged ? 'Not saved yet; kept in this browser meanwhile.' : 'Nothing has changed yet.'}
            </p>
          </div>
          <div className="sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-10 -mx-4 border-t border-line bg-surface px-4 py-2.5 md:bottom-0 md:-mx-8 md:px-8 lg:static lg:mx-0 lg:border-0 lg:p-0">
            <Endings
              primary={primary}
              isScheduled={story?.isScheduled ?? false}
              busyWith={ending.isPending ? (ending.variables?.ending ?? null) : null}
              onEnd={end}
            />
          </div>
        </div>
      </div>
    </div>
  )
}

type Missing = { message: string; place: Place }

/** What even the server could only refuse. */
function whatIsMissing(ending: Ending, draft: Draft): Missing | null {
  if (draft.channels.length === 0) {
    return { message: 'Choose at least one channel.', place: { channel: null, field: 'channels' } }
  }
  if (draft.caption.trim() === '') {
    return { message: 'Write a caption first.', place: { channel: null, field: 'caption' } }
  }
  if (ending === 'schedule' && !draft.localTime) {
    return { message: 'Choose when it goes out.', place: { channel: null, field: 'time' } }
  }
  return null
}

const boardOf = (connections: SocialConnection[]): string | null => {
  const metadata = connections.find(({ channel }) => channel === 'pinterest')?.metadata
  return metadata?.default_board_name ?? metadata?.default_board_id ?? null
}

/** Shows the tab that holds a field and puts the focus into it. */
function useFieldFocus(setTab: (tab: 'all' | ChannelId) => void): (place: Place) => void {
  const wanted = useRef<Place | null>(null)
  useEffect(() => {
    const place = wanted.current
    if (place === null) return
    wanted.current = null
    // A part that is gone again leads to the field it was of.
    const element = document.getElementById(fieldId(place)) ?? document.getElementById(fieldId({ ...place, part: '' }))
    const fold = element?.closest('details')
    if (fold) fold.open = true
    element?.focus()
    element?.scrollIntoView({ block: 'center' })
  })
  const [, redraw] = useState(0)
  return (place) => {
    wanted.current = place
    setTab(place.channel ?? 'all')
    redraw((count) => count + 1)
  }
}

const tabsOf = (draft: Draft) => [
  { id: 'all', label: 'All channels', name: 'All channels' },
  ...draft.channels.map((channel) => {
    const differs = isDifferent(draft, channel)
    return {
      id: channel,
      name: `${channelNames[channel]}${differs ? ', differs' : ''}`,
      label: (
        <>
          <ChannelIcon channel={channel} size={16} />
          {channelNames[channel]}
          {differs && <span aria-hidden className="size-2 rounded-full bg-info" />}
        </>
      ),
    }
  }),
]

function Restored({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div className="mb-5">
      <Notice
        tone="info"
        role="status"
        title="Your words are back"
        action={
          <Button isSmall onClick={onDiscard}>
            Discard them
          </Button>
        }
      >
        You left this page without saving; this is what you had written.
      </Notice>
    </div>
  )
}

/** Why the last ending was refused. What was typed stays. */
function Refusal({
  error,
  projectId,
  isSaved,
  onGo,
}: {
  error: unknown
  projectId: string
  isSaved: boolean
  onGo: (place: Place) => void
}) {
  if (!error) return null
  const problems = refusalProblems(error)
  return (
    <div className="flex flex-col gap-2">
      <ErrorNote
        error={error}
        title={isSaved ? 'Saved as a draft, but not on its way' : 'Not saved. What you wrote is still here'}
      />
      <ProblemList title="What to mend" problems={problems} projectId={projectId} onGo={onGo} />
    </div>
  )
}
