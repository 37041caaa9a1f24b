'use client'

import { ArrowDown, ArrowUp, ChevronRight, GripVertical, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { isFilm, Thumbnail } from '@/components/media/thumbnail'
import type { Upload } from '@/components/media/use-uploads'
import { Button, IconButton } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { type DraftSlide, isUrl } from './draft'
import { useSlideDrag } from './use-slide-drag'

type Props = {
  id: string
  listId: string
  slide: DraftSlide
  upload: Upload | undefined
  name: string | null
  index: number
  count: number
  onPatch: (change: Partial<DraftSlide>) => void
  onMove: (from: number, to: number) => void
  onRemove: () => void
  onRetry: () => void
}

const edges = {
  top: 'before:absolute before:inset-x-0 before:-top-2 before:h-0.5 before:bg-accent',
  bottom: 'after:absolute after:inset-x-0 after:-bottom-2 after:h-0.5 after:bg-accent',
}

/** One picture or film with its words. It is moved by its handle or by its buttons. */
export function SlideRow(props: Props) {
  const { id, listId, slide, upload, name, index, count, onPatch, onMove, onRemove, onRetry } = props
  const { row, handle, isDragged, edge } = useSlideDrag({ listId, index, onMove })
  const number = index + 1
  const words = { id, number, slide, onPatch }
  const isUploading = upload !== undefined && !slide.media_url
  // Only the beginning: whoever types an address keeps its field.
  const [isTyped] = useState(!isUploading && !isUrl(slide.media_url))
  const isThere = !isUploading && !isTyped
  return (
    <li
      ref={row}
      className={`relative flex gap-2 rounded-xl border border-line p-3 sm:gap-3 ${isDragged ? 'opacity-50' : ''} ${edge ? edges[edge] : ''}`}
    >
      <div className="hidden shrink-0 sm:block">
        {isUrl(slide.media_url) ? (
          <Thumbnail url={slide.media_url} className="size-20" />
        ) : (
          <span className="block size-20 rounded-lg border border-dashed border-line-strong" />
        )}
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        {isUploading && <Progress id={id} upload={upload} onRetry={onRetry} />}
        {isTyped && <AddressOf {...words} />}
        {isThere && (
          <p className="truncate font-medium">{name ?? `${isFilm(slide.media_url) ? 'Film' : 'Picture'} ${number}`}</p>
        )}
        <AltText {...words} />
        {isTyped && <OwnLink {...words} />}
        {isThere && <Folded {...words} />}
      </div>
      <RowButtons {...{ id, handle, index, count, onMove, onRemove }} />
    </li>
  )
}

type ButtonProps = Pick<Props, 'id' | 'index' | 'count' | 'onMove' | 'onRemove'> & {
  handle: ReturnType<typeof useSlideDrag>['handle']
}

function RowButtons({ id, handle, index, count, onMove, onRemove }: ButtonProps) {
  const number = index + 1
  return (
    <div className="flex flex-col">
      <button
        ref={handle}
        type="button"
        tabIndex={-1}
        aria-hidden
        title="Drag to another place"
        className="hidden size-9 cursor-grab items-center justify-center rounded-lg text-ink-soft hover:bg-quiet-wash sm:inline-flex"
      >
        <GripVertical aria-hidden size={17} />
      </button>
      <IconButton
        id={`${id}-up`}
        label={`Move ${number} up`}
        disabled={index === 0}
        onClick={() => onMove(index, index - 1)}
      >
        <ArrowUp aria-hidden size={17} />
      </IconButton>
      <IconButton
        id={`${id}-down`}
        label={`Move ${number} down`}
        disabled={index === count - 1}
        onClick={() => onMove(index, index + 1)}
      >
        <ArrowDown aria-hidden size={17} />
      </IconButton>
      <IconButton label={`Remove ${number}`} onClick={onRemove}>
        <Trash2 aria-hidden size={17} />
      </IconButton>
    </div>
  )
}

type WordsProps = { id: string; number: number; slide: DraftSlide; onPatch: Props['onPatch'] }

const unfinished = 'This is not a whole address yet. It starts with https://.'

/** Of a file that is there its picture says enough; its address and a link of its own are for the few who want them. */
function Folded(props: WordsProps) {
  const [isOpen] = useState(Boolean(props.slide.swipe_through_url))
  return (
    <details open={isOpen} className="group">
      <summary className="flex min-h-6 cursor-pointer list-none items-center gap-1.5 rounded text-sm text-ink-soft hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden size={15} className="shrink-0 group-open:rotate-90" />
        Address and link<span className="sr-only"> of {props.number}</span>
      </summary>
      <div className="mt-2 flex flex-col gap-2">
        <AddressOf {...props} />
        <OwnLink {...props} />
      </div>
    </details>
  )
}

function AddressOf({ id, number, slide, onPatch }: WordsProps) {
  const isUnfinished = slide.media_url.trim() !== '' && !isUrl(slide.media_url)
  return (
    <TextField
      id={id}
      label={`Address of ${number}`}
      type="url"
      inputMode="url"
      placeholder="https://…"
      value={slide.media_url}
      onChange={(event) => onPatch({ media_url: event.target.value })}
      error={isUnfinished ? unfinished : null}
    />
  )
}

function AltText({ id, number, slide, onPatch }: WordsProps) {
  return (
    <TextField
      id={`${id}-alt`}
      label={`Alt text of ${number}`}
      isOptional
      placeholder="What the picture shows, for those who do not see it"
      value={slide.alt_text ?? ''}
      onChange={(event) => onPatch({ alt_text: event.target.value })}
    />
  )
}

function OwnLink({ id, number, slide, onPatch }: WordsProps) {
  const link = slide.swipe_through_url ?? ''
  return (
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
      error={link.trim() && !isUrl(link) ? unfinished : null}
    />
  )
}

/** Where the address will be. What fails stays here and says why. */
function Progress({ id, upload, onRetry }: { id: string; upload: Upload; onRetry: () => void }) {
  const { name, sent, bytes, state, error, note } = upload
  const percent = bytes > 0 ? Math.min(100, Math.floor((sent / bytes) * 100)) : 0
  if (state === 'failed') {
    return (
      <div role="alert" className="flex flex-col items-start gap-1.5">
        <p className="text-bad wrap-anywhere">
          {name} was not uploaded. {error?.message}
          {error?.requestId && <span className="text-sm text-ink-soft"> Request id {error.requestId}</span>}
        </p>
        {error?.canRetry && (
          <Button id={id} isSmall icon={<RotateCcw aria-hidden size={15} />} onClick={onRetry}>
            Try {name} again
          </Button>
        )}
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex justify-between gap-3 text-sm">
        <span className="truncate">{name}</span>
        <span className="tabular-nums text-ink-soft">{state === 'waiting' ? 'Waiting' : `${percent} %`}</span>
      </p>
      <progress aria-label={`Upload of ${name}`} max={100} value={percent} className="h-2 w-full accent-(--accent)" />
      {note && <p className="text-sm text-ink-soft">{note}</p>}
    </div>
  )
}
