'use client'

import { ImagePlus, Images, Link2 } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { acceptedTypes, maxWords, takenWords } from '@/components/media/taken'
import { Button } from '@/components/ui/button'
import { later } from '@/components/ui/later'
import { useAtRest } from '@/components/ui/load-patiently'
import { Notice } from '@/components/ui/notice'
import { type DraftSlide, newSlide } from './draft'
import { focusSoon } from './focus-soon'
import { SlideRow } from './slide-row'
import { type Media, type MediaTarget, slidesMax } from './use-media'

// A screen of its own, which most never open. What is typed here must not go because it could not be loaded.
const loadPicker = () => import('@/components/media/media-picker').then((it) => it.MediaPicker)
const MediaPicker = later(loadPicker)
const parts = [loadPicker]

/** What every list of media on the page gets alike. */
export type MediaProps = {
  projectId: string
  media: Media
  /** Files are being carried over the page, and would come here. */
  isAimedAt: boolean
}

type Props = MediaProps & {
  id: string
  label: string
  target: MediaTarget
  slides: DraftSlide[]
  onChange: (slides: DraftSlide[]) => void
  aside?: ReactNode
}

/** Pictures and films in the order in which they are shown: dropped, pasted, chosen, from the library or by address. */
export function MediaEditor({ id, projectId, label, target, slides, media, isAimedAt, onChange, aside }: Props) {
  const listId = useId()
  const [said, setSaid] = useState('')
  const move = (from: number, to: number): void => {
    const slide = slides[from]
    if (!slide || to < 0 || to >= slides.length) return
    onChange(slides.toSpliced(from, 1).toSpliced(to, 0, slide))
    setSaid(`Moved to place ${to + 1} of ${slides.length}.`)
    const way = to < from ? 'up' : 'down'
    focusSoon(`${id}-${to}-${way}`, `${id}-${to}-${way === 'up' ? 'down' : 'up'}`)
  }
  const remove = (index: number): void => {
    const slide = slides[index]
    if (slide) media.drop(slide.key)
    onChange(slides.toSpliced(index, 1))
    document.getElementById(id)?.focus()
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="float-left w-full">
        <span className="flex items-end justify-between gap-3">
          <span className="font-medium">
            {label} <span className="font-normal text-ink-soft">(optional)</span>
          </span>
          {aside}
        </span>
      </legend>
      {slides.length > 0 && (
        <ul className="clear-both flex flex-col gap-3">
          {slides.map((slide, index) => (
            <SlideRow
              key={slide.key}
              id={`${id}-${index}`}
              listId={listId}
              slide={slide}
              upload={media.uploadOf(slide.key)}
              name={media.nameOf(slide.media_url)}
              index={index}
              count={slides.length}
              onPatch={(patch) => onChange(slides.map((one) => (one === slide ? { ...one, ...patch } : one)))}
              onMove={move}
              onRemove={() => remove(index)}
              onRetry={() => media.retry(slide.key)}
            />
          ))}
        </ul>
      )}
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
      <AddBar
        id={id}
        projectId={projectId}
        isAimedAt={isAimedAt}
        free={slidesMax - slides.length}
        onFiles={(files) => media.addFiles(target, files)}
        onAssets={(assets) => media.addAssets(target, assets)}
        onAddress={() => {
          onChange([...slides, newSlide()])
          focusSoon(`${id}-${slides.length}`)
        }}
      />
      {media.leftOut && (
        <Notice tone="warn" role="status">
          {media.leftOut}
        </Notice>
      )}
    </fieldset>
  )
}

type AddProps = {
  id: string
  projectId: string
  isAimedAt: boolean
  free: number
  onFiles: (files: File[]) => void
  onAssets: (assets: Parameters<Media['addAssets']>[1]) => void
  onAddress: () => void
}

function AddBar({ id, projectId, isAimedAt, free, onFiles, onAssets, onAddress }: AddProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isPicking, setIsPicking] = useState(false)
  useAtRest(parts)
  const isFull = free <= 0
  return (
    <div
      className={`clear-both flex flex-col gap-2 rounded-xl border border-dashed p-3 ${isAimedAt ? 'border-accent bg-accent-wash' : 'border-line-strong'}`}
    >
      <div className="flex flex-wrap gap-2">
        <Button
          id={id}
          icon={<ImagePlus aria-hidden size={16} />}
          disabled={isFull}
          onClick={() => input.current?.click()}
        >
          Upload files
        </Button>
        <Button icon={<Images aria-hidden size={16} />} disabled={isFull} onClick={() => setIsPicking(true)}>
          From the library
        </Button>
        <Button icon={<Link2 aria-hidden size={16} />} disabled={isFull} onClick={onAddress}>
          By address
        </Button>
      </div>
      <p className="text-sm text-ink-soft">
        {isFull
          ? `A story shows at most ${slidesMax}.`
          : `Or drop or paste them anywhere on this page: ${takenWords}, up to ${maxWords} each.`}
      </p>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={acceptedTypes}
        aria-label="Files to upload"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // The same file may be chosen again.
          event.target.value = ''
        }}
      />
      {isPicking && (
        <MediaPicker projectId={projectId} isOpen max={free} onClose={() => setIsPicking(false)} onPick={onAssets} />
      )}
    </div>
  )
}
