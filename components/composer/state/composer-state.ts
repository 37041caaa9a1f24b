import { isWritten } from '@/components/stories/written-draft'
import { ApiError } from '@/lib/api/client'
import { saveBlockerOf } from '../checks/save-blocker'
import type { Draft } from '../draft/draft'
import { isSameDraft, isSameExceptTime } from '../draft/same-draft'
import { savableDraft } from '../draft/savable-draft'
import { contentOf } from '../draft/story-content'
import type { Base, Versions } from './base'
import { type EditorState, initialEditor } from './editor'
import type { LocalCopy } from './local-copy'
import type { FinishAction, MissingField } from './missing-field'

/**
 * | phase     | meaning                                                                |
 * |-----------|------------------------------------------------------------------------|
 * | loading   | reads the newest version and the local copy; the form is inert         |
 * | editing   | no request is running; `saveAt` says when the next autosave starts     |
 * | saving    | an autosave is running; editing continues                              |
 * | conflict  | another version was saved; autosave is off until the user decides      |
 * | finishing | save, schedule or publish was pressed and is running                   |
 * | finished  | done; the page of the story opens                                      |
 */
export type Phase = 'loading' | 'editing' | 'saving' | 'conflict' | 'finishing' | 'finished'

export type ComposerState = EditorState & {
  phase: Phase
  /** The project's time zone. */
  timeZone: string
  base: Base
  /** Local storage name while the story has no id. */
  slot: string
  /** The last autosave, if it failed. */
  failure: SaveFailure | null
  /** `isOpen`: the dialog is shown. */
  conflict: (Versions & { isOpen: boolean }) | null
  /** The last resolved conflict, to undo it. */
  resolved: (Versions & { mine: Draft; merged: Draft }) | null
  finish: {
    action: FinishAction | null
    missing: MissingField | null
    error: unknown
    /** The last attempt was stopped by issues of the draft. */
    isBlocked: boolean
  }
  /** Chosen instead of a time: the next free slot of each channel. */
  isQueued: boolean
  /** The text of the time field while it is not a time; null if it is one. The draft keeps the last time meanwhile. */
  unreadableTime: string | null
  /** The draft was restored from this browser. */
  isRestored: boolean
  /** False if this browser cannot store the draft. */
  canStore: boolean
  /** Times in ms of `performance.now()`: the first unsaved edit, the next autosave, the next local copy. */
  unsavedSince: number | null
  saveAt: number | null
  storeAt: number | null
}

/** `content` is what was sent. `count` counts failures in a row. */
export type SaveFailure = { content: string; error: unknown; isTemporary: boolean; count: number }

type Initial = { initial: Base; filled: Partial<Draft>; timeZone: string }

export const initialComposer = ({ initial, filled, timeZone }: Initial): ComposerState => ({
  ...initialEditor({ ...initial.draft, ...filled }, 'all'),
  phase: 'loading',
  timeZone,
  base: initial,
  slot: 'new',
  failure: null,
  conflict: null,
  resolved: null,
  finish: noFinish,
  isQueued: false,
  unreadableTime: null,
  isRestored: false,
  canStore: true,
  unsavedSince: null,
  saveAt: null,
  storeAt: null,
})

export const noFinish: ComposerState['finish'] = { action: null, missing: null, error: null, isBlocked: false }

export const savedContent = (draft: Draft, timeZone: string): string => JSON.stringify(contentOf(draft, timeZone))

export const isScheduled = ({ base }: ComposerState): boolean => base.saved?.isScheduled === true

/** What an autosave sends. A scheduled story is saved as a whole. */
export const autosavedDraft = (state: ComposerState): Draft =>
  isScheduled(state) ? state.draft : savableDraft(state.draft, state.base.draft).draft

/** Whether there are changes to save. A time without other changes is saved when the story is scheduled. */
export const isUnsaved = (state: ComposerState): boolean =>
  savedContent(autosavedDraft(state), state.timeZone) !== savedContent(state.base.draft, state.timeZone)

/** The server refused exactly this content, so it is not sent again. */
const isRefused = (state: ComposerState): boolean =>
  state.failure !== null &&
  !state.failure.isTemporary &&
  state.failure.content === savedContent(autosavedDraft(state), state.timeZone)

/** Scheduled stories have no autosave, because unfinished text must not be published. */
export const canAutosave = (state: ComposerState): boolean =>
  state.phase === 'editing' &&
  isUnsaved(state) &&
  !isScheduled(state) &&
  saveBlockerOf(state.draft, state.base.saved !== null) === null &&
  !isRefused(state)

/** Connection, session, rate limit and server errors are temporary. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof ApiError && ([0, 401, 429].includes(error.status) || error.status >= 500)

/** The status in the footer. */
export type SaveStatus =
  | { kind: 'empty' }
  /** `leftOut`: parts that the server refuses, in words. They are in this browser only. */
  | { kind: 'saved'; leftOut: string[] }
  | { kind: 'saving' }
  /** Something is missing before it can be saved. */
  | { kind: 'blocked'; reason: string }
  /** Scheduled, so there is no autosave. */
  | { kind: 'manual' }
  | { kind: 'failed'; error: unknown; isTemporary: boolean }
  | { kind: 'conflict' }

export function saveStatusOf(state: ComposerState): SaveStatus {
  const { conflict, base, failure, draft } = state
  const hasChanges = isUnsaved(state)
  if (conflict) return { kind: 'conflict' }
  if (!base.saved && (!hasChanges || isEmpty(draft))) return { kind: 'empty' }
  if (!hasChanges) return { kind: 'saved', leftOut: savableDraft(draft, base.draft).leftOut }
  if (isScheduled(state)) return { kind: 'manual' }
  const reason = saveBlockerOf(draft, base.saved !== null)
  if (reason !== null) return { kind: 'blocked', reason }
  if (failure && (failure.isTemporary || isRefused(state))) {
    return { kind: 'failed', error: failure.error, isTemporary: failure.isTemporary }
  }
  return { kind: 'saving' }
}

/** Channels may be chosen before anything is written. */
const isEmpty = ({ caption, slides }: Draft): boolean => caption.trim() === '' && slides.length === 0

/** The changes to store in this browser. Null if the server has all of them. */
export function localCopyOf({ draft, base }: ComposerState): LocalCopy | null {
  // Without content, the time and the pillar would appear in the next new story.
  const isEmptyStory = base.saved === null && (!isWritten(draft) || isSameExceptTime(draft, base.draft))
  return isEmptyStory || isSameDraft(draft, base.draft) ? null : { draft, saved: base.saved, base: base.draft }
}

export const storageNameOf = ({ base, slot }: ComposerState): string => base.saved?.id ?? slot

/** With a time, or for a scheduled story, the main button schedules. Typing a time with an error never means “now”. */
export const primaryAction = (state: ComposerState): FinishAction => {
  if (state.draft.localTime || state.unreadableTime !== null || isScheduled(state)) return 'schedule'
  return state.isQueued ? 'queue' : 'publish'
}

/** A resolved conflict can be undone until the next edit. */
export const canUndoResolution = ({ resolved, draft }: ComposerState): boolean =>
  resolved !== null && isSameDraft(resolved.merged, draft)
