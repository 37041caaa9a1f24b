'use client'

import type { KeyboardEvent } from 'react'
import { useMay, useRoleHint } from '@/components/projects/role'
import { ProblemLists } from '@/components/stories/problem-lists'
import { instantOf } from '@/components/time/local-time'
import { useZone } from '@/components/time/zone'
import { ButtonLink } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy-component'
import { Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { ChannelTabs } from './channel-tabs'
import type { Draft } from './draft/draft'
import { ChannelPicker } from './fields/channel-picker'
import { problemListId } from './fields/focus-problems'
import { useFieldFocus } from './fields/use-field-focus'
import { ComposerFooter } from './finish/composer-footer'
import { RestoredNotice, VersionsMergedNotice } from './finish/composer-notices'
import { SchedulePanel } from './finish/schedule-panel'
import { PreviewPane } from './preview/preview-pane'
import { canUndoResolution, primaryAction } from './state/composer-state'
import { shownTab } from './state/editor'
import { EditorProvider } from './state/editor-context'
import { type ComposerProps, type Composer as ComposerState, useComposer } from './state/use-composer'
import { StartFromTemplate } from './template/start-from-template'

// Loaded when two users edit the same story.
const ConflictDialog = lazyComponent(() => import('./conflict/conflict-dialog').then((it) => it.ConflictDialog))

/** Creates or edits a story. Viewers see a note instead of a form that they cannot save. */
export function Composer(props: ComposerProps) {
  const refusal = useRoleHint({ scope: 'stories:write' })
  if (useMay('stories:write')) return <ComposerForm {...props} />
  return (
    <>
      <PageHeader title={titleOf(props)} />
      <Notice
        tone="info"
        title="You can view stories but not edit them"
        action={
          <ButtonLink isSmall href={`/${props.projectId}/stories`}>
            View stories
          </ButtonLink>
        }
      >
        {refusal}
      </Notice>
    </>
  )
}

const titleOf = ({ initial }: ComposerProps): string => (initial.saved ? 'Edit story' : 'New story')

function ComposerForm(props: ComposerProps) {
  const { timed = null, requiresApproval, now } = props
  const composer = useComposer(props)
  const { state, store } = composer
  const { conflict } = state
  useFieldFocus(state)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    store.dispatch({ type: 'finishPressed', action: primaryAction(state), needsApproval: requiresApproval })
  }
  return (
    <EditorProvider editor={composer.editor}>
      {/* Inert until the draft is loaded; earlier input would be lost. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the buttons below. */}
      <div onKeyDown={onKeyDown} inert={state.phase === 'loading'}>
        <PageHeader
          title={titleOf(props)}
          action={state.base.saved === null && <StartFromTemplate projectId={props.projectId} store={store} />}
        />
        {state.isRestored && <RestoredNotice onDiscard={() => store.dispatch({ type: 'localCopyDiscarded' })} />}
        {canUndoResolution(state) && (
          <VersionsMergedNotice onUndo={() => store.dispatch({ type: 'resolutionUndone' })} />
        )}
        <div className="flex flex-col gap-x-8 gap-y-6 lg:grid lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start">
          <div className="flex min-w-0 flex-col gap-6">
            <ChannelPicker />
            <ChannelTabs />
          </div>
          <ProblemsAndPreview composer={composer} />
          <SchedulePanel {...{ composer, timed, requiresApproval, now }} />
        </div>
        <ComposerFooter {...{ composer, requiresApproval }} />
        {conflict?.isOpen && (
          <ConflictDialog
            conflict={conflict}
            mine={state.draft}
            onResolve={(merged) => store.dispatch({ type: 'conflictResolved', merged })}
            onKeepBoth={() => store.dispatch({ type: 'bothKept' })}
            onClose={() => store.dispatch({ type: 'conflictClosed' })}
          />
        )}
      </div>
    </EditorProvider>
  )
}

function ProblemsAndPreview({ composer }: { composer: ComposerState }) {
  const { projectId, store, state, problems, isUpdating, previewError } = composer
  const { draft } = state
  const isBlank = isBlankDraft(draft)
  const tab = shownTab(state)
  const { timeZone } = useZone()
  return (
    <div className="flex min-w-0 flex-col gap-5 lg:sticky lg:top-5 lg:row-span-2 lg:max-h-[calc(100dvh-4.75rem)] lg:overflow-y-auto lg:p-1">
      <ProblemLists
        id={problemListId}
        problems={problems}
        projectId={projectId}
        onGo={(target) => store.dispatch({ type: 'fieldRequested', target })}
      />
      <PreviewPane
        channels={isBlank ? [] : draft.channels}
        edited={tab === 'all' ? null : tab}
        at={instantOf(draft.localTime, timeZone)?.toISOString() ?? null}
        emptyText={isBlank ? 'Write something to see a preview.' : 'Choose a channel to see a preview.'}
        isUpdating={isUpdating}
        error={previewError}
      />
    </div>
  )
}

const isBlankDraft = ({ caption, slides, overrides }: Draft): boolean =>
  caption.trim() === '' && slides.length === 0 && Object.keys(overrides).length === 0
