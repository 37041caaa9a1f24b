import type { ChannelId } from '@/lib/channel-ids'
import type { Draft } from '../draft/draft'
import { type EditorEvent, type EditorState, editorReducer, initialEditor, isEditorEvent } from '../state/editor'
import { createStore, type Store } from '../state/store'

export type RetryState = EditorState & {
  initial: Draft
  /** The last save, for optimistic locking. It is newer than the page if the retry after it was refused. */
  updatedAt: string
  isDone: boolean
}

export type RetryEvent = EditorEvent | { type: 'saved'; updatedAt: string } | { type: 'retried' }

export type RetryStore = Store<RetryState, RetryEvent>

export const createRetryStore = (draft: Draft, channel: ChannelId, updatedAt: string): RetryStore =>
  createStore<RetryState, RetryEvent, never>(
    { ...initialEditor(draft, channel), initial: draft, updatedAt, isDone: false },
    (state, event) => ({ state: retryReducer(state, event), effects: [] }),
  )

function retryReducer(state: RetryState, event: RetryEvent): RetryState {
  // Only channels have tabs here.
  if (event.type === 'fieldRequested' && event.target.channel === null) return state
  if (isEditorEvent(event)) return { ...state, ...editorReducer(state, event) }
  if (event.type === 'saved') return { ...state, updatedAt: event.updatedAt }
  return { ...state, isDone: true }
}
