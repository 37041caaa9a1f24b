'use client'

import { useEffect } from 'react'
import { type Upload, useUploads } from '@/components/media/uploads/use-uploads'
import type { Asset } from '@/lib/media/contract'
import { newSlide, slideOf } from '../draft/draft'
import { type SlideTarget, slidesMax } from '../draft/slides'
import { type AddedSlide, type EditorEvent, type EditorState, filledSlides } from './editor'
import { uploadKey } from './local-copy'
import type { Store } from './store'

export type SlideUploads = {
  uploads: readonly Upload[]
  addFiles: (target: SlideTarget, files: readonly File[]) => void
  addAssets: (target: SlideTarget, assets: readonly Asset[]) => void
  retry: (uploadId: string) => void
  pause: (uploadId: string) => void
  cancel: (uploadId: string) => void
}

/** Adds files and library assets as slides. A file has its slide from the start of its upload. */
export function useSlideUploads(projectId: string, store: Store<EditorState, EditorEvent>): SlideUploads {
  const { get, dispatch } = store
  const { uploads, add, retry, pause, cancel } = useUploads(projectId)
  useEffect(() => {
    for (const { id, asset } of uploads) {
      if (asset) dispatch({ type: 'uploadDone', uploadId: id, url: asset.file_url, fileName: asset.name })
    }
  }, [uploads, dispatch])

  /** Adds files up to the limit. */
  const addSlides = <Source>(
    target: SlideTarget,
    sources: readonly Source[],
    toSlides: (sources: readonly Source[]) => AddedSlide[],
  ): void => {
    const room = Math.max(0, slidesMax - filledSlides(get(), target).length)
    const taken = sources.slice(0, room)
    const added = taken.length > 0 ? toSlides(taken) : []
    dispatch({ type: 'slidesAdded', target, added, leftOutCount: sources.length - taken.length })
  }
  return {
    uploads,
    addFiles: (target, files) =>
      addSlides(target, files, (taken) =>
        add([...taken]).map((uploadId) => {
          const slide = newSlide()
          return { slide: { ...slide, key: uploadKey(slide.key) }, uploadId }
        }),
      ),
    addAssets: (target, assets) =>
      addSlides(target, assets, (taken) => taken.map((asset) => ({ slide: slideOf(asset), fileName: asset.name }))),
    retry,
    pause,
    cancel,
  }
}
