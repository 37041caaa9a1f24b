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

type Options = { storyId: string; draft: Draft; channel: ChannelId; updatedAt: string }

/** Edits of forms that were closed, until the browser leaves the app. By story and its version. */
const unsaved = new Map<string, Draft>()

const keyOf = ({ storyId, updatedAt }: Pick<Options, 'storyId' | 'updatedAt'>): string => `${storyId} ${updatedAt}`

/** Continues with the edits of a form that was closed. */
export const createRetryStore = (options: Options): RetryStore => {
  const { draft, channel, updatedAt } = options
  return createStore<RetryState, RetryEvent, never>(
    { ...initialEditor(unsaved.get(keyOf(options)) ?? draft, channel), initial: draft, updatedAt, isDone: false },
    (state, event) => ({ state: retryReducer(state, event), effects: [] }),
  )
}

/** Keeps the edits of a form that is closed. */
export function keepUnsaved(storyId: string, { draft, initial, updatedAt, isDone }: RetryState): void {
  const key = keyOf({ storyId, updatedAt })
  if (isDone || draft === initial) unsaved.delete(key)
  else unsaved.set(key, draft)
}

function retryReducer(state: RetryState, event: RetryEvent): RetryState {
  // Only channels have tabs here.
  if (event.type === 'fieldRequested' && event.target.channel === null) return state
  if (isEditorEvent(event)) return { ...state, ...editorReducer(state, event) }
  if (event.type === 'saved') return { ...state, updatedAt: event.updatedAt }
  return { ...state, isDone: true }
}
