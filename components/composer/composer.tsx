'use client'

import dynamic from 'next/dynamic'
import { type KeyboardEvent, useState } from 'react'
import { isBroken, stateOf } from '@/components/connections/connection-state'
import { useConnections } from '@/components/connections/use-connections'
import { useFileDrop } from '@/components/media/use-file-drop'
import { useIsAtLeast, useMay, useRoleWords } from '@/components/projects/role'
import { useNow } from '@/components/time/use-now'
import { useZone } from '@/components/time/zone'
import { ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import type { ChannelId } from '@/lib/channels/ids'
import type { SocialConnection } from '@/lib/connections/contract'
import { ChannelPicker } from './channel-picker'
import type { Draft } from './draft'
import { Endings } from './endings'
import type { Base } from './kept-draft'
import { Restored, Settled, Stopped } from './notices'
import { PreviewPane } from './preview-pane'
import { ProblemList } from './problem-list'
import { isPinOver, obstacleOf, problemsOf } from './problems'
import { SaveLine } from './save-line'
import { ScheduleField } from './schedule-field'
import { useAutosave } from './use-autosave'
import { type Conflict, useDraft } from './use-draft'
import { type Ending, useEnding } from './use-ending'
import { useFieldFocus } from './use-field-focus'
import { useMedia } from './use-media'
import { usePreview } from './use-preview'
import { useSaver } from './use-saver'
import { useVoice } from './use-voice'
import { Versions } from './versions'
import { type Missing, whatIsMissing } from './what-is-missing'

// Seen only by two people with one story.
const ConflictDialog = dynamic(() => import('./conflict-dialog'), { ssr: false })

type Props = {
  projectId: string
  /** The story as the page found it; for a new one nothing is saved. */
  initial: Base
  /** What the address asks to be filled in: a time, pictures of the library. */
  filled?: Partial<Draft>
  /** Posts of this project wait for an approval. */
  requiresApproval: boolean
  connections: SocialConnection[]
  now: string
}

/** Whoever only looks on is told so and gets no form: what would be typed into it could not be saved. */
export function Composer(props: Props) {
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

/** Everything behind the form: the draft, how it is saved, what is found wrong with it. */
function useComposer({ projectId, initial, filled = {}, requiresApproval, connections: found, now }: Props) {
  const connections = useConnections(projectId, found)
  const time = useNow(now, 60_000)
  const { timeZone } = useZone()
  const state = useDraft(projectId, initial, filled)
  const { draft, base } = state
  const { preview, isBehind, error: previewError } = usePreview(projectId, draft)
  const voice = useVoice(projectId, draft)
  const save = useSaver({ projectId, saved: state.savedNow, onSaved: state.onSaved })
  const ending = useEnding({
    projectId,
    save,
    needsApproval: requiresApproval,
    onFinished: state.finish,
    onOvertaken: state.overtaken,
  })
  const saving = useAutosave({
    draft,
    base,
    isPaused: !state.isReady || ending.isPending || ending.isSuccess,
    hasConflict: state.conflict !== null,
    obstacle: obstacleOf(draft, base.saved !== null),
    save,
    draftNow: state.draftNow,
    onOvertaken: state.overtaken,
  })
  const connected = connections
    .filter((connection) => connection.connected && !isBroken(stateOf(connection, time)))
    .map(({ channel }) => channel)
  const isLatePin = isPinOver(draft, timeZone, time)
  const problems = problemsOf(draft, { preview, connected, isPinOver: isLatePin, voice })
  const media = useMedia(projectId, draft, state.update)
  return {
    ...{ state, draft, base, preview, isBehind, previewError, voice, ending, saving },
    ...{ connections, connected, isLatePin, problems, media },
  }
}

function Form(props: Props) {
  const { projectId, requiresApproval, now } = props
  const composer = useComposer(props)
  const { state, draft, base, preview, voice, ending, saving, connections, connected, problems, media } = composer
  const [tab, setTab] = useState<'all' | ChannelId>('all')
  const [missing, setMissing] = useState<Missing | null>(null)
  // Put off once, the next conflict is shown all the same.
  const [putOff, setPutOff] = useState<Conflict | null>(null)
  const isComparing = state.conflict !== null && state.conflict !== putOff
  const chosenTab = tab === 'all' || draft.channels.includes(tab) ? tab : 'all'
  const target = chosenTab !== 'all' && draft.overrides[chosenTab]?.slides ? chosenTab : null
  const isAimedAt = useFileDrop(null, state.isReady, (files) => media.addFiles(target, files))
  const go = useFieldFocus(setTab)
  const isScheduled = base.saved?.isScheduled ?? false
  const asksForApproval = !useIsAtLeast('admin') && requiresApproval
  const end = (chosen: Ending): void => {
    const found = whatIsMissing(chosen, draft)
    setMissing(found)
    if (found) go(found.place)
    else if (state.conflict) setPutOff(null)
    else if (!ending.isPending) ending.mutate({ ending: chosen, draft })
  }
  const primary: Ending = draft.localTime || isScheduled ? 'schedule' : 'publish'
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
      <PageHeader title={props.initial.saved ? 'Edit story' : 'New story'} />
      {state.wasRestored && <Restored onDiscard={state.startOver} />}
      {state.unsettle && <Settled onUndo={state.unsettle} />}
      <div className="flex flex-col gap-x-8 gap-y-6 lg:grid lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start">
        <div className="flex min-w-0 flex-col gap-6">
          <ChannelPicker
            chosen={draft.channels}
            connected={connected}
            onChange={(channels) => state.change({ channels })}
          />
          <Versions
            {...{ draft, preview, voice, connections, connected }}
            chosen={chosenTab}
            onChoose={setTab}
            isPinOver={composer.isLatePin}
            mediaProps={{ projectId, media, isAimedAt }}
            onChange={state.change}
            onOverride={state.changeOverride}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-5 lg:sticky lg:top-5 lg:row-span-2 lg:max-h-[calc(100dvh-7rem)] lg:overflow-y-auto lg:p-1">
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
            isBehind={composer.isBehind}
            error={composer.previewError}
            connections={connections}
          />
        </div>
        <div className="panel flex min-w-0 flex-col gap-4 p-4 lg:col-start-1">
          <ScheduleField
            projectId={projectId}
            channels={draft.channels}
            value={draft.localTime}
            onChange={(localTime) => state.change({ localTime })}
            error={missing?.place.field === 'time' && !draft.localTime ? missing.message : null}
            now={now}
          />
          {requiresApproval && <p className="text-sm text-ink-soft">{approvalWords(asksForApproval)}</p>}
          {missing && missing.place.field !== 'time' && (
            <Notice tone="bad" role="alert">
              {missing.message}
            </Notice>
          )}
          <Stopped
            error={saving.kind === 'failed' && !saving.isPassing ? saving.error : ending.error}
            projectId={projectId}
            isSaved={saving.kind === 'saved'}
            onGo={go}
          />
        </div>
      </div>
      <div className="sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-10 -mx-4 mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line bg-surface px-4 py-2.5 md:bottom-0 md:-mx-8 md:px-8">
        <SaveLine
          state={saving}
          savedAt={base.saved?.updatedAt ?? null}
          hasUnsaidTime={draft.localTime !== '' && !isScheduled}
          isKept={state.canKeep}
          onCompare={() => setPutOff(null)}
        />
        <Endings
          primary={primary}
          isScheduled={isScheduled}
          asksForApproval={asksForApproval}
          busyWith={ending.isPending ? (ending.variables?.ending ?? null) : null}
          onEnd={end}
        />
      </div>
      {state.conflict && isComparing && (
        <ConflictDialog
          conflict={state.conflict}
          mine={draft}
          onSettle={state.settle}
          onKeepBoth={state.keepBoth}
          onClose={() => setPutOff(state.conflict)}
        />
      )}
    </div>
  )
}

const approvalWords = (asks: boolean): string =>
  asks
    ? 'In this project an admin or owner approves each story before it goes out.'
    : 'In this project stories wait in the queue until an admin or owner approves them. You can.'
