'use client'

import { ImagePlus, Images, Link2 } from 'lucide-react'
import { type ReactNode, useCallback, useId, useRef, useState } from 'react'
import { acceptedTypes, acceptedTypesText, maxSizeText } from '@/components/media/uploads/accepted-files'
import { Button } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy-component'
import { Notice } from '@/components/ui/notice'
import { useIdlePreload } from '@/components/ui/retry-import'
import { newSlide } from '../draft/draft'
import { type SlideTarget, slidesAt, slidesMax } from '../draft/slides'
import { focusNextFrame } from '../fields/focus-next-frame'
import { useEditor, useEditorState } from '../state/editor-context'
import { SlideRow } from './slide-row'

const loadPicker = () => import('@/components/media/picker/media-picker').then((it) => it.MediaPicker)
const MediaPicker = lazyComponent(loadPicker)
const idleLoads = [loadPicker]

type Props = { id: string; label: string; target: SlideTarget; aside?: ReactNode }

/** Images and videos in their order. They are uploaded, dropped, pasted, chosen from the library or linked. */
export function MediaEditor({ id, label, target, aside }: Props) {
  const listId = useId()
  const { store, uploads } = useEditor()
  const { draft, uploads: uploadIds, fileNames, leftOutCount, announcement } = useEditorState((state) => state)
  const slides = slidesAt(draft, target)
  const move = useCallback(
    (from: number, to: number): void => {
      store.dispatch({ type: 'slideMoved', target, from, to })
      const [way, other] = to < from ? ['up', 'down'] : ['down', 'up']
      focusNextFrame(`${id}-${to}-${way}`, `${id}-${to}-${other}`)
    },
    [store, target, id],
  )
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
          {slides.map((slide, index) => {
            const uploadId = uploadIds[slide.key]
            return (
              <SlideRow
                key={slide.key}
                id={`${id}-${index}`}
                listId={listId}
                slide={slide}
                upload={uploadId === undefined ? undefined : uploads.uploads.find((upload) => upload.id === uploadId)}
                name={fileNames[slide.media_url] ?? null}
                index={index}
                count={slides.length}
                onPatch={(patch) => {
                  const patched = slides.map((one) => (one === slide ? { ...one, ...patch } : one))
                  store.dispatch({ type: 'slidesSet', target, slides: patched })
                }}
                onMove={move}
                onRemove={() => {
                  store.dispatch({ type: 'slideRemoved', target, key: slide.key })
                  if (uploadId !== undefined) uploads.cancel(uploadId)
                  document.getElementById(id)?.focus()
                }}
                onRetry={() => uploadId !== undefined && uploads.retry(uploadId)}
              />
            )
          })}
        </ul>
      )}
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
      <AddMedia
        id={id}
        target={target}
        room={slidesMax - slides.length}
        onAddUrl={() => {
          store.dispatch({ type: 'slidesSet', target, slides: [...slides, newSlide()] })
          focusNextFrame(`${id}-${slides.length}`)
        }}
      />
      {leftOutCount > 0 && (
        <Notice tone="warn" role="status">
          {fullMessage} {leftOutCount === 1 ? 'One was' : `${leftOutCount} were`} not added.
        </Notice>
      )}
    </fieldset>
  )
}

const fullMessage = `Up to ${slidesMax} files per story.`

type AddProps = { id: string; target: SlideTarget; room: number; onAddUrl: () => void }

function AddMedia({ id, target, room, onAddUrl }: AddProps) {
  const { projectId, uploads, isDropTarget } = useEditor()
  const input = useRef<HTMLInputElement>(null)
  const [isPicking, setIsPicking] = useState(false)
  useIdlePreload(idleLoads)
  const isFull = room <= 0
  return (
    <div
      className={`clear-both flex flex-col gap-2 rounded-xl border border-dashed p-3 ${isDropTarget ? 'border-accent bg-accent-wash' : 'border-line-strong'}`}
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
          Choose from library
        </Button>
        <Button icon={<Link2 aria-hidden size={16} />} disabled={isFull} onClick={onAddUrl}>
          Add from URL
        </Button>
      </div>
      <p className="text-sm text-ink-soft">
        {isFull
          ? fullMessage
          : `Or drop or paste files anywhere on this page: ${acceptedTypesText}, up to ${maxSizeText} each.`}
      </p>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={acceptedTypes}
        aria-label="Files to upload"
        onChange={(event) => {
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
          onPick={(assets) => uploads.addAssets(target, assets)}
        />
      )}
    </div>
  )
}
