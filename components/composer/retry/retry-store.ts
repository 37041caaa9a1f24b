import type { ChannelId } from '@/lib/channel-ids'
import type { Draft } from '../draft/draft'
import { type EditorEvent, type EditorState, editorReducer, initialEditor, isEditorEvent } from '../state/editor'
import { createStore, type Store } from '../state/store'

export type RetryState = EditorState & {
  initial: Draft
  /** The draft has edits of a form that was closed or reloaded. */
  isRestored: boolean
  /** The last save, for optimistic locking. It is newer than the page if the retry after it was refused. */
  updatedAt: string
}

export type RetryEvent =
  | EditorEvent
  | { type: 'restored'; draft: Draft }
  | { type: 'discarded' }
  | { type: 'saved'; updatedAt: string }

export type RetryStore = Store<RetryState, RetryEvent>

type Options = { draft: Draft; channel: ChannelId; updatedAt: string }

export const createRetryStore = ({ draft, channel, updatedAt }: Options): RetryStore =>
  createStore<RetryState, RetryEvent, never>(
    { ...initialEditor(draft, channel), initial: draft, isRestored: false, updatedAt },
    (state, event) => ({ state: retryReducer(state, event), effects: [] }),
  )

function retryReducer(state: RetryState, event: RetryEvent): RetryState {
  // Only channels have tabs here.
  if (event.type === 'fieldRequested' && event.target.channel === null) return state
  if (isEditorEvent(event)) return { ...state, ...editorReducer(state, event) }
  if (event.type === 'restored') return { ...state, draft: event.draft, isRestored: true }
  if (event.type === 'discarded') return { ...state, draft: state.initial, uploads: {}, isRestored: false }
  return { ...state, updatedAt: event.updatedAt }
}
