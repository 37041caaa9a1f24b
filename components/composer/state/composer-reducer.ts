import { targetOf } from '../checks/draft-problems'
import { serverProblems } from '../checks/server-problems'
import { blankDraft, type Draft } from '../draft/draft'
import type { FieldTarget } from '../draft/field-target'
import { isSameExceptTime } from '../draft/same-draft'
import { type Base, baseOf } from './base'
import {
  autosavedDraft,
  type ComposerState,
  canAutosave,
  canUndoResolution,
  isTemporary,
  isUnsaved,
  noFinish,
  type Phase,
  savedContent,
  storageNameOf,
} from './composer-state'
import { type EditorEvent, editorReducer, isEditorEvent } from './editor'
import type { StartingPoint } from './load-draft'
import { type Approval, type FinishAction, missingField } from './missing-field'
import type { Step as StoreStep } from './store'
import { NewerVersion } from './story-saver'

type OwnEvent =
  | ({ type: 'loaded'; slot: string } & StartingPoint)
  /** The autosave timer, or the page is being left. */
  | { type: 'saveDue' }
  /** The timer of the local copy, or the page is being left. */
  | { type: 'storeDue' }
  | { type: 'stored'; canStore: boolean }
  /** The server has a new version, sent by an autosave or a finish. */
  | { type: 'serverSaved'; base: Base }
  | { type: 'autosaveDone' }
  | { type: 'autosaveFailed'; error: unknown; draft: Draft }
  /** The browser is online again, or its tab is shown again. */
  | { type: 'cameBack' }
  /** `issue`: the field of the first issue that the server would refuse for this action; null without one. */
  | { type: 'finishPressed'; action: FinishAction; approval: Approval; issue: FieldTarget | null }
  | { type: 'queueChosen'; isQueued: boolean }
  | { type: 'timeUnreadable'; text: string }
  | { type: 'finishDone' }
  | { type: 'finishFailed'; error: unknown }
  | { type: 'localCopyDiscarded' }
  | { type: 'conflictOpened' }
  | { type: 'conflictClosed' }
  | { type: 'conflictResolved'; merged: Draft }
  | { type: 'resolutionUndone' }
  | { type: 'bothKept' }
  | { type: 'slotTaken'; slot: string }

export type ComposerEvent = EditorEvent | OwnEvent

export type Effect =
  | { type: 'autosave'; draft: Draft }
  | { type: 'finish'; action: FinishAction; draft: Draft; approval: Approval }
  /** Writes or removes the local copy. */
  | { type: 'store' }
  | { type: 'removeStored'; name: string }
  | { type: 'takeEmptySlot' }
  /** Puts the story's id into the page's URL; null for a new story. */
  | { type: 'showInUrl'; storyId: string | null }

type Step = StoreStep<ComposerState, Effect>
type Handlers = {
  [Type in OwnEvent['type']]?: (state: ComposerState, event: Extract<OwnEvent, { type: Type }>) => Step
}

const to = (state: ComposerState, ...effects: Effect[]): Step => ({ state, effects })

/** Events that do the same in every phase between loading and finished. */
const always: Handlers = {
  storeDue: (state) => to({ ...state, storeAt: null }, { type: 'store' }),
  stored: (state, { canStore }) => to(state.canStore === canStore ? state : { ...state, canStore }),
  serverSaved,
  queueChosen: (state, { isQueued }) => to({ ...state, isQueued }),
  timeUnreadable: (state, { text }) => to({ ...state, unreadableTime: text }),
  cameBack: (state) => to(state.failure?.isTemporary ? { ...state, failure: null } : state),
  localCopyDiscarded: (state) =>
    to({ ...state, draft: state.base.draft, isRestored: false }, { type: 'removeStored', name: storageNameOf(state) }),
}

/** Phase × event. An event that is not listed does nothing. */
const table: Record<Phase, Handlers> = {
  loading: { loaded },
  editing: { ...always, saveDue, finishPressed, resolutionUndone },
  saving: {
    ...always,
    autosaveDone: (state) => to({ ...state, phase: 'editing', failure: null }),
    autosaveFailed,
    finishPressed,
    resolutionUndone,
  },
  conflict: {
    ...always,
    finishPressed,
    conflictOpened: (state) => to(withDialog(state, true)),
    conflictClosed: (state) => to(withDialog(state, false)),
    conflictResolved,
    bothKept: (state) => to(state, { type: 'takeEmptySlot' }),
    slotTaken,
  },
  finishing: {
    ...always,
    // An autosave that was running when the button was pressed.
    autosaveDone: (state) => to({ ...state, failure: null }),
    autosaveFailed,
    finishDone: (state) => to({ ...state, phase: 'finished' }, { type: 'removeStored', name: storageNameOf(state) }),
    finishFailed,
  },
  finished: {},
}

/** The next state and what to do. @param now `performance.now()` */
export function composerReducer(state: ComposerState, event: ComposerEvent, now: number): Step {
  const { state: next, effects } = isEditorEvent(event) ? to(edited(state, event)) : handled(state, event)
  return next === state
    ? to(state, ...effects)
    : { state: withTimers(state, withoutStaleError(state, next), now), effects }
}

function handled(state: ComposerState, event: OwnEvent): Step {
  const handle = table[state.phase][event.type] as ((state: ComposerState, event: OwnEvent) => Step) | undefined
  return handle ? handle(state, event) : to(state)
}

function edited(state: ComposerState, event: EditorEvent): ComposerState {
  const next = editorReducer(state, event)
  if (next === state) return state
  const hasChosenTime = event.type === 'edited' && event.patch.localTime !== undefined
  return { ...state, ...next, ...(hasChosenTime ? { unreadableTime: null } : {}) }
}

function loaded(state: ComposerState, event: Extract<OwnEvent, { type: 'loaded' }>): Step {
  const { base, draft, slot, isRestored, conflict } = event
  const known = { ...state, base, draft, slot, isRestored }
  return to(
    conflict
      ? { ...known, phase: 'conflict', conflict: { ...conflict, isOpen: true } }
      : { ...known, phase: 'editing' },
  )
}

function saveDue(state: ComposerState): Step {
  if (!canAutosave(state)) return to(state)
  return to({ ...state, phase: 'saving' }, { type: 'autosave', draft: autosavedDraft(state) })
}

function serverSaved(state: ComposerState, { base }: { base: Base }): Step {
  const { saved } = base
  const next = {
    ...state,
    base,
    unsavedSince: null,
    isRestored: state.isRestored && !isSameExceptTime(state.draft, base.draft),
    // A save that was running when the user reopened a conflict.
    conflict: state.conflict && { ...state.conflict, theirs: { ...state.conflict.theirs, saved } },
  }
  if (state.base.saved !== null || saved === null) return to(next, { type: 'store' })
  // The local copy is stored under the story id now.
  return to(
    next,
    { type: 'removeStored', name: state.slot },
    { type: 'store' },
    { type: 'showInUrl', storyId: saved.id },
  )
}

function autosaveFailed(state: ComposerState, { error, draft }: { error: unknown; draft: Draft }): Step {
  const isFinishing = state.phase === 'finishing'
  if (error instanceof NewerVersion) {
    const next = withNewerVersion(state, error)
    // The save of the pressed button follows and gets the same conflict.
    if (!isFinishing) return to(next)
    return to(next.phase === 'conflict' ? state : { ...next, phase: 'finishing' })
  }
  const content = savedContent(draft, state.timeZone)
  const count = (state.failure?.count ?? 0) + 1
  const failure = { content, error, isTemporary: isTemporary(error), count }
  return to({ ...state, failure, phase: isFinishing ? 'finishing' : 'editing' })
}

function finishPressed(state: ComposerState, event: Extract<OwnEvent, { type: 'finishPressed' }>): Step {
  const { action, approval, issue } = event
  const missing = missingField(action, state.draft)
  const finish = { ...noFinish, missing }
  if (missing) return to(withFocus({ ...state, finish }, missing.target))
  if (state.phase === 'conflict') return to(withDialog({ ...state, finish }, true))
  if (issue) return saveDue(withFocus({ ...state, finish: blocked }, issue))
  return to(
    { ...state, phase: 'finishing', finish: { ...noFinish, action } },
    { type: 'finish', action, draft: state.draft, approval },
  )
}

const blocked: ComposerState['finish'] = { ...noFinish, isBlocked: true }

function finishFailed(state: ComposerState, { error }: { error: unknown }): Step {
  if (error instanceof NewerVersion) return to(withNewerVersion({ ...state, finish: noFinish }, error))
  const next: ComposerState = { ...state, phase: 'editing', finish: { ...noFinish, error } }
  const [first] = serverProblems(error)
  if (!first) return to(next)
  return to(withFocus({ ...next, finish: { ...blocked, error } }, targetOf(first)))
}

/** Someone else saved first. The same content with another timestamp is no conflict. */
function withNewerVersion(state: ComposerState, { theirs }: NewerVersion): ComposerState {
  const base = baseOf(theirs, state.timeZone)
  if (isSameExceptTime(state.draft, base.draft)) return { ...state, phase: 'editing', base, failure: null }
  const conflict = { base: state.base.draft, theirs: base, isOpen: true }
  return { ...state, phase: 'conflict', conflict, failure: null }
}

/** The next save is based on the other user's version. */
function conflictResolved(state: ComposerState, { merged }: { merged: Draft }): Step {
  const { conflict, draft: mine } = state
  if (!conflict) return to(state)
  const { base, theirs } = conflict
  const resolved = { base, theirs, mine, merged }
  return to({ ...state, phase: 'editing', conflict: null, resolved, base: theirs, draft: merged })
}

function resolutionUndone(state: ComposerState): Step {
  const { resolved } = state
  if (!resolved || !canUndoResolution(state)) return to(state)
  const { base, theirs, mine } = resolved
  const conflict = { base, theirs: { ...theirs, saved: state.base.saved }, isOpen: true }
  return to({ ...state, phase: 'conflict', conflict, resolved: null, draft: mine })
}

/** The draft becomes a new story. The other user's version is unchanged. */
function slotTaken(state: ComposerState, { slot }: { slot: string }): Step {
  const base = { draft: blankDraft([]), saved: null }
  return to(
    { ...state, phase: 'editing', conflict: null, base, slot },
    { type: 'removeStored', name: storageNameOf(state) },
    { type: 'showInUrl', storyId: null },
  )
}

const withDialog = (state: ComposerState, isOpen: boolean): ComposerState =>
  state.conflict ? { ...state, conflict: { ...state.conflict, isOpen } } : state

const withFocus = (state: ComposerState, target: FieldTarget): ComposerState =>
  edited(state, { type: 'fieldRequested', target })

/** An edit may have fixed the problem. The next attempt shows whether it did. */
function withoutStaleError(before: ComposerState, next: ComposerState): ComposerState {
  const isStale = next.draft !== before.draft && next.finish.isBlocked
  return isStale ? { ...next, finish: { ...next.finish, error: null, isBlocked: false } } : next
}

const storeDelayMs = 400
const saveDelayMs = 1_000
/** Max time between an edit and its autosave while typing. */
const saveDelayMaxMs = 8_000
/** Delays after temporary failures. The last one repeats. */
const retryDelaysMs = [3_000, 10_000, 30_000, 60_000]

/** Each edit restarts the timers. */
function withTimers(before: ComposerState, next: ComposerState, now: number): ComposerState {
  return withSaveTimer(before, withStoreTimer(before, next, now), now)
}

function withStoreTimer(before: ComposerState, next: ComposerState, now: number): ComposerState {
  if (next.phase === 'loading' || next.phase === 'finished') return { ...next, storeAt: null }
  const isChanged = next.draft !== before.draft || next.base !== before.base || before.phase === 'loading'
  return isChanged ? { ...next, storeAt: now + storeDelayMs } : next
}

function withSaveTimer(before: ComposerState, next: ComposerState, now: number): ComposerState {
  if (!canAutosave(next)) return { ...next, saveAt: null, unsavedSince: isUnsaved(next) ? next.unsavedSince : null }
  const failures = next.failure?.isTemporary ? next.failure.count : 0
  const isRunning =
    before.saveAt !== null &&
    next.failure === before.failure &&
    savedContent(before.draft, before.timeZone) === savedContent(next.draft, next.timeZone)
  if (isRunning) return next
  const unsavedSince = next.unsavedSince ?? now
  const saveAt =
    failures > 0
      ? now + (retryDelaysMs[Math.min(failures, retryDelaysMs.length) - 1] ?? 0)
      : Math.min(now + saveDelayMs, Math.max(now, unsavedSince + saveDelayMaxMs))
  return { ...next, saveAt, unsavedSince }
}
