'use client'

import { useEffect, useRef, useState } from 'react'
import { type Upload, useUploads } from '@/components/media/use-uploads'
import type { ChannelId } from '@/lib/channels/ids'
import type { Asset } from '@/lib/media/contract'
import { type Draft, type DraftSlide, newSlide } from './draft'

/** Where media go: into the story, or into what one channel has of its own. */
export type MediaTarget = ChannelId | null

export const slidesMax = 10

export type Media = {
  /** The upload behind a slide that is still on its way, or failed. */
  uploadOf: (key: string) => Upload | undefined
  /** What a file is called that came here by name; null for the others. */
  nameOf: (url: string) => string | null
  /** Why the last files were not all taken. */
  leftOut: string | null
  addFiles: (target: MediaTarget, files: readonly File[]) => void
  addAssets: (target: MediaTarget, assets: readonly Asset[]) => void
  retry: (key: string) => void
  /** Stops the upload of a slide that is taken out. */
  drop: (key: string) => void
}

type Update = (change: (draft: Draft) => Draft) => void

export const slidesAt = (draft: Draft, target: MediaTarget): DraftSlide[] =>
  (target === null ? draft.slides : draft.overrides[target]?.slides) ?? []

function withSlides(draft: Draft, target: MediaTarget, slides: DraftSlide[]): Draft {
  if (target === null) return { ...draft, slides }
  return { ...draft, overrides: { ...draft.overrides, [target]: { ...draft.overrides[target], slides } } }
}

/** An empty line, as the button for addresses makes it, is filled first. */
const withoutEmpty = (slides: DraftSlide[], isUploading: (key: string) => boolean): DraftSlide[] =>
  slides.filter(({ key, media_url }) => media_url.trim() !== '' || isUploading(key))

/** Takes files and assets into the draft. A file has its place among the slides from the moment that it is dropped. */
export function useMedia(projectId: string, draft: Draft, update: Update): Media {
  const { uploads, add, retry, cancel } = useUploads(projectId)
  const [leftOut, setLeftOut] = useState<string | null>(null)
  /** By the key of the slide. */
  const behind = useRef(new Map<string, { id: string; target: MediaTarget }>())
  /** By address. */
  const names = useRef(new Map<string, string>())
  const isUploading = (key: string): boolean => behind.current.has(key)

  const put = (target: MediaTarget, slides: DraftSlide[]): void =>
    update((before) => withSlides(before, target, [...withoutEmpty(slidesAt(before, target), isUploading), ...slides]))
  /** As many as there is room for; says so when that is not all. */
  const room = <T>(target: MediaTarget, given: readonly T[]): readonly T[] => {
    const free = slidesMax - withoutEmpty(slidesAt(draft, target), isUploading).length
    setLeftOut(given.length > free ? `A story shows at most ${slidesMax}: ${given.length - free} were left out.` : null)
    return given.slice(0, Math.max(0, free))
  }
  const addFiles: Media['addFiles'] = (target, files) => {
    const taken = room(target, files)
    if (taken.length === 0) return
    const slides = add([...taken]).map((id) => {
      const slide = { ...newSlide(), key: `upload-${newSlide().key}` }
      behind.current.set(slide.key, { id, target })
      return slide
    })
    put(target, slides)
  }
  const addAssets: Media['addAssets'] = (target, assets) => {
    const taken = room(target, assets)
    for (const { file_url, name } of taken) names.current.set(file_url, name)
    if (taken.length > 0)
      put(
        target,
        taken.map(({ file_url }) => newSlide(file_url)),
      )
  }

  useEffect(() => {
    for (const [key, { id, target }] of behind.current) {
      const asset = uploads.find((upload) => upload.id === id)?.asset
      if (!asset) continue
      const url = asset.file_url
      names.current.set(url, asset.name)
      behind.current.delete(key)
      update((before) =>
        withSlides(
          before,
          target,
          slidesAt(before, target).map((slide) => (slide.key === key ? { ...slide, media_url: url } : slide)),
        ),
      )
    }
  }, [uploads, update])

  const uploadOf = (key: string): Upload | undefined => {
    const id = behind.current.get(key)?.id
    return uploads.find((upload) => upload.id === id)
  }
  const drop = (key: string): void => {
    const id = behind.current.get(key)?.id
    behind.current.delete(key)
    if (id) cancel(id)
  }
  const again = (key: string): void => {
    const id = behind.current.get(key)?.id
    if (id) retry(id)
  }
  const nameOf = (url: string): string | null => names.current.get(url) ?? null
  return { uploadOf, nameOf, leftOut, addFiles, addAssets, retry: again, drop }
}
