'use client'

import { createContext, type ReactNode, useContext } from 'react'
import type { ChannelId } from '@/lib/channel-ids'
import type { SocialConnection } from '@/lib/connections/contract'
import type { VoiceFinding } from '../checks/brand-voice'
import type { Problem } from '../checks/draft-problems'
import type { Preview } from '../checks/use-preview'
import type { Draft } from '../draft/draft'
import type { EditorEvent, EditorState } from './editor'
import { type Store, useStore } from './store'
import type { SlideUploads } from './use-slide-uploads'

/** Shared state of the fields of a draft. */
export type Editor = {
  projectId: string
  store: Store<EditorState, EditorEvent>
  preview: Preview
  voice: readonly VoiceFinding[]
  problems: readonly Problem[]
  uploads: SlideUploads
  connections: readonly SocialConnection[]
  /** Channels that can publish now. */
  connected: readonly ChannelId[]
  isPinExpired: boolean
  /** Files are being dragged over the page. */
  isDropTarget: boolean
}

const EditorContext = createContext<Editor | null>(null)

export const EditorProvider = ({ editor, children }: { editor: Editor; children: ReactNode }) => (
  <EditorContext value={editor}>{children}</EditorContext>
)

export function useEditor(): Editor {
  const editor = useContext(EditorContext)
  if (!editor) throw new Error('This field must be inside an EditorProvider.')
  return editor
}

/** @param select a part of the state, not a new object */
export const useEditorState = <Selected,>(select: (state: EditorState) => Selected): Selected =>
  useStore(useEditor().store, select)

export const useDraft = (): Draft => useEditorState(({ draft }) => draft)
