'use client'

import { useState } from 'react'
import { useFileDrop } from '@/components/media/use-file-drop'
import { useMay, useRoleWords } from '@/components/projects/role'
import { ButtonLink } from '@/components/ui/button'
import { later } from '@/components/ui/later'
import { Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import type { ChannelId } from '@/lib/channels/ids'
import { BeforeItGoes, Foot } from './before-it-goes'
import { ChannelPicker } from './channel-picker'
import type { Draft } from './draft'
import type { Place } from './fields'
import { Restored, Settled } from './notices'
import { PreviewPane } from './preview-pane'
import { ProblemList, problemListId } from './problem-list'
import { type ComposerProps, type ComposerState, useComposer } from './use-composer'
import { useFieldFocus } from './use-field-focus'
import { useWaysOut } from './use-ways-out'
import { Versions } from './versions'

// Seen only by two people with one story.
const ConflictDialog = later(() => import('./conflict-dialog').then((it) => it.default))

/** Whoever only looks on is told so and gets no form: what would be typed into it could not be saved. */
export function Composer(props: ComposerProps) {
  const refusal = useRoleWords({ scope: 'stories:write' })
  if (useMay('stories:write')) return <Form {...props} />
  return (
    <>
      <PageHeader title={props.initial.saved ? 'Edit story' : 'New story'} />
      <Notice
        tone="info"
        title="Stories are written by others here"
        action={
          <ButtonLink isSmall href={`/${props.projectId}/stories`}>
            Look at the stories
          </ButtonLink>
        }
      >
        {refusal}
      </Notice>
    </>
  )
}

function Form(props: ComposerProps) {
  const { projectId, timed = null, requiresApproval, now } = props
  const composer = useComposer(props)
  const { state, draft, media } = composer
  const [tab, setTab] = useState<'all' | ChannelId>('all')
  const chosenTab = tab === 'all' || draft.channels.includes(tab) ? tab : 'all'
  const target = chosenTab !== 'all' && draft.overrides[chosenTab]?.slides ? chosenTab : null
  const isAimedAt = useFileDrop(null, state.isReady, (files) => media.addFiles(target, files))
  const go = useFieldFocus(setTab)
  const ways = useWaysOut(composer, go)
  return (
    // Until the page has woken up it takes no words: they would be lost.
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for what the buttons below do.
    <div onKeyDown={ways.onKeyDown} inert={!state.isReady}>
      <PageHeader title={props.initial.saved ? 'Edit story' : 'New story'} />
      {state.wasRestored && <Restored onDiscard={state.startOver} />}
      {state.unsettle && <Settled onUndo={state.unsettle} />}
      <div className="flex flex-col gap-x-8 gap-y-6 lg:grid lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start">
        <div className="flex min-w-0 flex-col gap-6">
          <ChannelPicker
            chosen={draft.channels}
            connected={composer.connected}
            onChange={(channels) => state.change({ channels })}
          />
          <Versions
            {...composer}
            chosen={chosenTab}
            onChoose={setTab}
            isPinOver={composer.isLatePin}
            mediaProps={{ projectId, media, isAimedAt }}
            onChange={state.change}
            onOverride={state.changeOverride}
          />
        </div>
        <WhatGoesOut composer={composer} projectId={projectId} tab={chosenTab} onGo={go} />
        <BeforeItGoes {...{ composer, ways, projectId, timed, requiresApproval, now }} />
      </div>
      <Foot {...{ composer, ways, requiresApproval }} />
      {ways.compared && (
        <ConflictDialog
          conflict={ways.compared}
          mine={draft}
          onSettle={state.settle}
          onKeepBoth={state.keepBoth}
          onClose={ways.putOff}
        />
      )}
    </div>
  )
}

const isBlank = ({ caption, slides, overrides }: Draft): boolean =>
  caption.trim() === '' && slides.length === 0 && Object.keys(overrides).length === 0

type OutProps = {
  composer: ComposerState
  projectId: string
  tab: 'all' | ChannelId
  onGo: (place: Place) => void
}

/** What is in the way, and what each channel gets. */
function WhatGoesOut({ composer, projectId, tab, onGo }: OutProps) {
  const { draft, problems, preview, isBehind, previewError, connections } = composer
  const isNothing = isBlank(draft)
  const shown = tab === 'all' ? draft.channels : [tab]
  return (
    <div className="flex min-w-0 flex-col gap-5 lg:sticky lg:top-5 lg:row-span-2 lg:max-h-[calc(100dvh-7rem)] lg:overflow-y-auto lg:p-1">
      <ProblemList
        id={problemListId}
        title="Before it can go out"
        tone="bad"
        problems={problems.filter(({ isBlocking }) => isBlocking)}
        {...{ projectId, onGo }}
      />
      <ProblemList
        title="It goes out like this"
        tone="warn"
        problems={problems.filter(({ isBlocking }) => !isBlocking)}
        {...{ projectId, onGo }}
      />
      <PreviewPane
        channels={isNothing ? [] : shown}
        nothing={
          isNothing ? 'Write something, and see here what each channel gets.' : 'Choose a channel to see what it gets.'
        }
        preview={preview}
        isBehind={isBehind}
        error={previewError}
        connections={connections}
      />
    </div>
  )
}
