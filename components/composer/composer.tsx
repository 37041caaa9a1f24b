'use client'

import type { KeyboardEvent } from 'react'
import { useMay, useRoleHint } from '@/components/projects/role'
import { ComposerTeam } from '@/components/story-comments/composer-team'
import { instantOf } from '@/components/time/local-time'
import { useZone } from '@/components/time/zone'
import { ButtonLink } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { Notice } from '@/components/ui/notice'
import { ChannelTabs } from './channel-tabs'
import type { Draft } from './draft/draft'
import { ChannelPicker } from './fields/channel-picker'
import { useCaptionFocus, useFieldFocus } from './fields/use-field-focus'
import { ComposerFooter } from './finish/composer-footer'
import { FinishError, RestoredNotice, VersionsMergedNotice } from './finish/composer-notices'
import { useIsApprover } from './finish/use-is-approver'
import { ComposerLayout } from './open/composer-layout'
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
    <ComposerLayout title={titleOf(props)} preview={null} footer={null}>
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
    </ComposerLayout>
  )
}

const titleOf = ({ initial }: ComposerProps): string => (initial.saved ? 'Edit story' : 'New story')

function ComposerForm(props: ComposerProps) {
  const { timed = null, requiresApproval, now } = props
  const composer = useComposer(props)
  const { state, store } = composer
  const { conflict } = state
  useCaptionFocus(state.phase !== 'loading')
  useFieldFocus(state)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    composer.finish(primaryAction(state))
  }
  return (
    <EditorProvider editor={composer.editor}>
      {/* Inert until the draft is loaded; earlier input would be lost. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the buttons below. */}
      <div onKeyDown={onKeyDown} inert={state.phase === 'loading'} className="h-full">
        <ComposerLayout
          title={titleOf(props)}
          action={
            <>
              {/* Stays when the story is saved: the buttons must not move. */}
              {props.initial.saved === null && <StartFromTemplate projectId={props.projectId} store={store} />}
              <ComposerTeam projectId={props.projectId} storyId={state.base.saved?.id ?? null} />
            </>
          }
          notices={<Notices composer={composer} requiresApproval={requiresApproval} />}
          preview={<Preview composer={composer} />}
          footer={<ComposerFooter {...{ composer, timed, requiresApproval, now }} />}
        >
          <ChannelPicker />
          <ChannelTabs />
        </ComposerLayout>
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

/** What happened to the draft, and why the last attempt to finish failed. */
function Notices({ composer, requiresApproval }: { composer: ComposerState; requiresApproval: boolean }) {
  const { state, store, status } = composer
  const { missing, error } = state.finish
  const isListed = composer.problems.some(({ message }) => message === missing?.message)
  const isApprover = useIsApprover()
  return (
    <>
      {state.isRestored && <RestoredNotice onDiscard={() => store.dispatch({ type: 'localCopyDiscarded' })} />}
      {canUndoResolution(state) && <VersionsMergedNotice onUndo={() => store.dispatch({ type: 'resolutionUndone' })} />}
      {missing && missing.target.field !== 'time' && !isListed && (
        <Notice tone="bad" role="alert">
          {missing.message}
        </Notice>
      )}
      <FinishError error={error} isSaved={status.kind === 'saved'} />
      {requiresApproval && (
        <p className="text-sm text-ink-soft">
          {isApprover
            ? 'Posts wait in the queue for approval. You can approve them.'
            : 'An admin or owner must approve this story before it is published.'}
        </p>
      )}
    </>
  )
}

function Preview({ composer }: { composer: ComposerState }) {
  const { state, isUpdating, previewError } = composer
  const { draft } = state
  const isBlank = isBlankDraft(draft)
  const tab = shownTab(state)
  const { timeZone } = useZone()
  return (
    <PreviewPane
      channels={isBlank ? [] : draft.channels}
      edited={tab === 'all' ? null : tab}
      at={instantOf(draft.localTime, timeZone)?.toISOString() ?? null}
      emptyText={isBlank ? 'Write something to see a preview.' : 'Choose a channel to see a preview.'}
      isUpdating={isUpdating}
      error={previewError}
    />
  )
}

const isBlankDraft = ({ caption, slides, overrides }: Draft): boolean =>
  caption.trim() === '' && slides.length === 0 && Object.keys(overrides).length === 0
