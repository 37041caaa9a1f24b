'use client'

import { ImagePlus, Images, Link2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { acceptedTypes } from '@/components/media/uploads/accepted-files'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { useIdlePreload } from '@/components/ui/lazy/retry-import'
import type { MenuItem } from '@/components/ui/menu'
import { type Draft, type DraftSlide, newSlide } from '../draft/draft'
import { type SlideTarget, slidesAt, slidesMax } from '../draft/slides'
import { useEditor, useEditorState } from '../state/editor-context'

const loadPicker = () => import('@/components/media/picker/media-picker').then((it) => it.MediaPicker)
const MediaPicker = lazyComponent(loadPicker)
const idleLoads = [loadPicker]

export type MediaActions = {
  /** How many files can be added. */
  room: number
  upload: () => void
  pick: () => void
  addUrl: () => void
  items: MenuItem[]
  /** The file field and the open library. Render them once. */
  elements: ReactNode
}

/** The ways to add media: files, the library, a URL. A channel that shares the story's media starts with a copy of them. */
export function useMediaActions(target: SlideTarget): MediaActions {
  const { projectId, store, uploads } = useEditor()
  const draft = useEditorState((state) => state.draft)
  const input = useRef<HTMLInputElement>(null)
  const [isPicking, setIsPicking] = useState(false)
  useIdlePreload(idleLoads)
  const slides = ownOrShared(draft, target)
  const startOwn = (): void => {
    const isShared = slides.length > 0 && slidesAt(store.get().draft, target).length === 0
    if (isShared) store.dispatch({ type: 'slidesSet', target, slides })
  }
  const room = Math.max(0, slidesMax - slides.length)
  const upload = (): void => input.current?.click()
  const pick = (): void => setIsPicking(true)
  const addUrl = (): void => {
    const slide = newSlide()
    store.dispatch({ type: 'slidesSet', target, slides: [...slides, slide] })
  }
  return {
    room,
    upload,
    pick,
    addUrl,
    items: [
      { label: 'Upload files', icon: <ImagePlus aria-hidden size={16} />, onSelect: upload },
      { label: 'Choose from library', icon: <Images aria-hidden size={16} />, onSelect: pick },
      { label: 'Add from URL', icon: <Link2 aria-hidden size={16} />, onSelect: addUrl },
    ],
    elements: (
      <>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept={acceptedTypes}
          aria-label="Files to upload"
          onChange={(event) => {
            startOwn()
            uploads.addFiles(target, [...(event.target.files ?? [])])
            // Allows the same file to be chosen again.
            event.target.value = ''
          }}
        />
        {isPicking && (
          <MediaPicker
            projectId={projectId}
            isOpen
            max={room}
            onClose={() => setIsPicking(false)}
            onPick={(assets) => {
              startOwn()
              uploads.addAssets(target, assets)
            }}
          />
        )}
      </>
    ),
  }
}

/** The media of a channel: its own, or copies of the story's. */
function ownOrShared(draft: Draft, target: SlideTarget): DraftSlide[] {
  const own = slidesAt(draft, target)
  return own.length > 0 ? [...own] : draft.slides.map((slide) => ({ ...slide, key: newSlide().key }))
}
