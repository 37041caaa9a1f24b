'use client'

import { ArrowDown, ArrowUp, ImagePlus, Trash2 } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Thumbnail } from '@/components/media/thumbnail'
import { Button, IconButton } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { type DraftSlide, isUrl, newSlide } from './draft'

type Props = {
  id: string
  label: string
  slides: DraftSlide[]
  onChange: (slides: DraftSlide[]) => void
  aside?: ReactNode
}

const slidesMax = 10

/** Pictures and films by their addresses, in the order in which they are shown. */
export function MediaEditor({ id, label, slides, onChange, aside }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const patch = (key: string, change: Partial<DraftSlide>): void =>
    onChange(slides.map((slide) => (slide.key === key ? { ...slide, ...change } : slide)))
  const move = (index: number, by: number): void => {
    const next = [...slides]
    const [moved] = next.splice(index, 1)
    if (moved) onChange(next.toSpliced(index + by, 0, moved))
  }
  const add = (): void => {
    onChange([...slides, newSlide()])
    // The field is there after the next paint.
    requestAnimationFrame(() => document.getElementById(`${id}-${slides.length}`)?.focus())
  }
  const remove = (index: number): void => {
    onChange(slides.toSpliced(index, 1))
    document.getElementById(id)?.focus()
  }
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="float-left w-full">
        <span className="flex items-end justify-between gap-3">
          <span className="font-medium">
            {label} <span className="font-normal text-ink-soft">(optional)</span>
          </span>
          {aside}
        </span>
      </legend>
      {slides.length > 0 && (
        <ul ref={list} className="clear-both flex flex-col gap-3">
          {slides.map((slide, index) => (
            <li key={slide.key} className="flex gap-3 rounded-xl border border-line p-3">
              <SlideFields
                id={`${id}-${index}`}
                slide={slide}
                index={index}
                isLast={index === slides.length - 1}
                onPatch={(change) => patch(slide.key, change)}
                onMove={(by) => move(index, by)}
                onRemove={() => remove(index)}
              />
            </li>
          ))}
        </ul>
      )}
      <Button
        id={id}
        className="clear-both self-start"
        icon={<ImagePlus aria-hidden size={16} />}
        disabled={slides.length >= slidesMax}
        onClick={add}
      >
        {slides.length === 0 ? 'Add a picture or film' : 'Add another'}
      </Button>
    </fieldset>
  )
}

function SlideFields({
  id,
  slide,
  index,
  isLast,
  onPatch,
  onMove,
  onRemove,
}: {
  id: string
  slide: DraftSlide
  index: number
  isLast: boolean
  onPatch: (change: Partial<DraftSlide>) => void
  onMove: (by: number) => void
  onRemove: () => void
}) {
  const number = index + 1
  const link = slide.swipe_through_url ?? ''
  const isUnfinished = slide.media_url.trim() !== '' && !isUrl(slide.media_url)
  return (
    <>
      <div className="hidden shrink-0 sm:block">
        {isUrl(slide.media_url) ? (
          <Thumbnail url={slide.media_url} className="size-20" />
        ) : (
          <span className="block size-20 rounded-lg border border-dashed border-line-strong" />
        )}
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <TextField
          id={id}
          label={`Address of ${number}`}
          type="url"
          inputMode="url"
          placeholder="https://…"
          value={slide.media_url}
          onChange={(event) => onPatch({ media_url: event.target.value })}
          error={isUnfinished ? 'This is not a whole address yet. It starts with https://.' : null}
        />
        <TextField
          id={`${id}-alt`}
          label={`Alt text of ${number}`}
          isOptional
          placeholder="What the picture shows, for those who do not see it"
          value={slide.alt_text ?? ''}
          onChange={(event) => onPatch({ alt_text: event.target.value })}
        />
        <TextField
          id={`${id}-link`}
          label={`Link of ${number}`}
          isOptional
          type="url"
          inputMode="url"
          placeholder="https://…"
          hint="Gets a short link of its own that counts its clicks, for a sticker or a reply."
          value={link}
          onChange={(event) => onPatch({ swipe_through_url: event.target.value })}
          error={link.trim() && !isUrl(link) ? 'This is not a whole address yet. It starts with https://.' : null}
        />
      </div>
      <div className="flex flex-col">
        <IconButton label={`Move ${number} up`} disabled={index === 0} onClick={() => onMove(-1)}>
          <ArrowUp aria-hidden size={17} />
        </IconButton>
        <IconButton label={`Move ${number} down`} disabled={isLast} onClick={() => onMove(1)}>
          <ArrowDown aria-hidden size={17} />
        </IconButton>
        <IconButton label={`Remove ${number}`} onClick={onRemove}>
          <Trash2 aria-hidden size={17} />
        </IconButton>
      </div>
    </>
  )
}
