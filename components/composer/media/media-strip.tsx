'use client'

import { ImagePlus, Images, Link2, Plus } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useId, useState } from 'react'
import { acceptedTypesText, maxSizesText } from '@/components/media/uploads/accepted-files'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { Menu } from '@/components/ui/menu'
import { Notice } from '@/components/ui/notice'
import { isUrl } from '../draft/draft'
import { isFixTarget } from '../draft/field-target'
import { type SlideTarget, slidesAt, slidesMax } from '../draft/slides'
import { focusNextFrame } from '../fields/focus-next-frame'
import { useEditor, useEditorState } from '../state/editor-context'
import { RunningUpload } from './running-upload'
import { FailedUpload, SlideDetails } from './slide-details'
import { SlideTile } from './slide-tile'
import type { MediaActions } from './use-media-actions'

type Props = { id: string; label: string; target: SlideTarget; actions: MediaActions; header?: ReactNode }

/** Images and videos in their order, as tiles. A tile opens its alt text, link and actions. */
export function MediaStrip({ id, label, target, actions, header }: Props) {
  const listId = useId()
  const { store, uploads, isDropTarget } = useEditor()
  const { draft, uploads: uploadIds, fileNames, leftOutCount, announcement } = useEditorState((state) => state)
  const slides = slidesAt(draft, target)
  const [openKey, setOpenKey] = useOpenSlide(target, slides)
  const openIndex = slides.findIndex(({ key }) => key === openKey)
  const open = slides[openIndex]
  const shownIndex = open ? openIndex : null
  useEffect(() => store.dispatch({ type: 'slideShown', index: shownIndex }), [store, shownIndex])
  const uploadOf = (key: string) => uploads.uploads.find((upload) => upload.id === uploadIds[key])
  const move = useCallback(
    (from: number, to: number): void => {
      store.dispatch({ type: 'slideMoved', target, from, to })
    },
    [store, target],
  )
  const remove = (key: string): void => {
    const uploadId = uploadIds[key]
    store.dispatch({ type: 'slideRemoved', target, key })
    if (uploadId !== undefined) uploads.cancel(uploadId)
    focusNextFrame(id)
  }
  const failed = slides.filter(({ key, media_url }) => !media_url && uploadOf(key)?.state === 'failed')
  const large = slides.flatMap(({ key, media_url }) => {
    const upload = media_url ? undefined : uploadOf(key)
    return upload?.canPause && (upload.state === 'sending' || upload.state === 'paused') ? [{ key, upload }] : []
  })
  return (
    <fieldset className={classes('min-w-0 px-3 pb-3 transition-colors', isDropTarget && 'bg-accent-wash')}>
      <legend className="sr-only">{label}</legend>
      {header && <div className="mb-2 flex justify-end">{header}</div>}
      {slides.length === 0 ? (
        <EmptyStrip id={id} actions={actions} />
      ) : (
        <ul className="flex flex-wrap gap-2">
          {slides.map((slide, index) => (
            <SlideTile
              key={slide.key}
              id={`${id}-${index}`}
              listId={listId}
              slide={slide}
              upload={slide.media_url ? undefined : uploadOf(slide.key)}
              index={index}
              count={slides.length}
              isOpen={slide.key === openKey}
              detailsId={`${id}-details`}
              onToggle={() => setOpenKey(slide.key === openKey ? null : slide.key)}
              onMove={move}
              onRemove={() => remove(slide.key)}
            />
          ))}
          {actions.room > 0 && (
            <li className="relative">
              <Menu
                label="Add media"
                align="start"
                items={actions.items}
                trigger={<Plus size={20} />}
                triggerClassName="flex size-22 items-center justify-center rounded-lg border border-dashed border-line-strong text-ink-soft hover:bg-hover hover:text-ink"
              />
            </li>
          )}
        </ul>
      )}
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
      {large.map(({ key, upload }) => (
        <RunningUpload
          key={key}
          upload={upload}
          onPause={() => uploads.pause(upload.id)}
          onResume={() => uploads.retry(upload.id)}
          onCancel={() => remove(key)}
        />
      ))}
      {failed.map(({ key }) => {
        const upload = uploadOf(key)
        return (
          upload && (
            <FailedUpload
              key={key}
              upload={upload}
              onRetry={() => uploads.retry(upload.id)}
              onRemove={() => remove(key)}
            />
          )
        )
      })}
      {open && (!uploadOf(open.key) || open.media_url) && (
        <SlideDetails
          key={open.key}
          id={`${id}-${openIndex}`}
          panelId={`${id}-details`}
          slide={open}
          target={target}
          name={fileNames[open.media_url] ?? null}
          isTyped={!isUrl(open.media_url)}
          index={openIndex}
          count={slides.length}
          onPatch={(patch) => {
            const patched = slides.map((one) => (one === open ? { ...one, ...patch } : one))
            store.dispatch({ type: 'slidesSet', target, slides: patched })
          }}
          onMove={move}
          onRemove={() => remove(open.key)}
          onClose={() => {
            setOpenKey(null)
            focusNextFrame(`${id}-${openIndex}`)
          }}
        />
      )}
      {leftOutCount > 0 && (
        <div className="mt-3">
          <Notice tone="warn" role="status">
            Up to {slidesMax} files per story. {leftOutCount === 1 ? 'One was' : `${leftOutCount} were`} not added.
          </Notice>
        </div>
      )}
    </fieldset>
  )
}

/** The tile whose details are shown: a new slide without a file, or the one with a requested field. */
function useOpenSlide(target: SlideTarget, slides: ReturnType<typeof slidesAt>) {
  const [openKey, setOpenKey] = useState<string | null>(null)
  const uploads = useEditorState((state) => state.uploads)
  const focus = useEditorState((state) => state.focus)
  const empty = slides.find(({ key, media_url }) => media_url === '' && !(key in uploads))?.key
  useEffect(() => {
    if (empty) setOpenKey(empty)
  }, [empty])
  const asked = focus?.target.field === 'media' && focus.target.channel === target ? focus : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each request, not for each change of the slides.
  useEffect(() => {
    const part = asked && !isFixTarget(asked.target) ? asked.target.part : undefined
    const slide = part === undefined ? undefined : slides[Number.parseInt(part, 10)]
    if (slide) setOpenKey(slide.key)
  }, [asked])
  return [openKey, setOpenKey] as const
}

function EmptyStrip({ id, actions }: { id: string; actions: MediaActions }) {
  const { isDropTarget } = useEditor()
  return (
    <div
      className={classes(
        'flex flex-col gap-1.5 rounded-lg border border-dashed px-3 py-2.5',
        isDropTarget ? 'border-accent' : 'border-line-strong',
      )}
    >
      <div className="flex flex-wrap gap-1.5">
        <Button id={id} isSmall icon={<ImagePlus aria-hidden size={15} />} onClick={actions.upload}>
          Upload files
        </Button>
        <Button isSmall icon={<Images aria-hidden size={15} />} onClick={actions.pick}>
          Choose from library
        </Button>
        <Button isSmall icon={<Link2 aria-hidden size={15} />} onClick={actions.addUrl}>
          Add from URL
        </Button>
      </div>
      <p className="text-sm text-ink-soft">
        Or drop or paste files: {acceptedTypesText}, {maxSizesText}.
      </p>
    </div>
  )
}
