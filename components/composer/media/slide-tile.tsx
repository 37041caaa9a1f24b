'use client'

import { CircleAlert, Film, ImageOff, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { isVideoUrl, Thumbnail } from '@/components/media/assets/thumbnail'
import type { Upload } from '@/components/media/uploads/use-uploads'
import { classes } from '@/components/ui/classes'
import { type DraftSlide, isUrl } from '../draft/draft'
import { focusNextFrame } from '../fields/focus-next-frame'
import { useSlideDrag } from './use-slide-drag'

type Props = {
  id: string
  listId: string
  slide: DraftSlide
  upload: Upload | undefined
  index: number
  count: number
  isOpen: boolean
  detailsId: string
  onToggle: () => void
  onMove: (from: number, to: number) => void
  onRemove: () => void
}

const dragStyles = {
  idle: '',
  dragged: 'opacity-40',
  before: 'before:absolute before:inset-y-0 before:-left-1.5 before:w-0.5 before:rounded-full before:bg-accent',
  after: 'after:absolute after:inset-y-0 after:-right-1.5 after:w-0.5 after:rounded-full after:bg-accent',
}

/** One image or video. Drag it, or press Shift with an arrow key, to move it. */
export function SlideTile(props: Props) {
  const { id, listId, slide, upload, index, count, isOpen, detailsId, onToggle, onMove, onRemove } = props
  const { row, drag } = useSlideDrag({ listId, index, onMove })
  const isVideo = isVideoUrl(slide.media_url)
  const number = index + 1
  const kind = upload ? 'upload' : isVideo ? 'video' : 'image'
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const to = index + (by ?? 0)
    if (!by || !event.shiftKey || to < 0 || to >= count) return
    event.preventDefault()
    onMove(index, to)
    focusNextFrame(id.replace(/\d+$/, String(to)))
  }
  return (
    <li ref={row} data-url={slide.media_url} className={classes('group relative', dragStyles[drag])}>
      <button
        id={id}
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? detailsId : undefined}
        aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
        title={count > 1 ? 'Drag to reorder' : undefined}
        onClick={onToggle}
        onKeyDown={onKeyDown}
        className={classes(
          'relative block size-22 cursor-pointer overflow-hidden rounded-lg border bg-sunken',
          isOpen ? 'border-accent ring-1 ring-accent' : 'border-line hover:border-line-strong',
        )}
      >
        <span className="sr-only">{`Edit ${kind} ${number}`}</span>
        <TileContent slide={slide} upload={upload} />
        {isVideo && (
          <span className="absolute right-1 bottom-1 flex rounded bg-overlay/65 p-0.5 text-on-overlay">
            <Film aria-hidden size={12} />
          </span>
        )}
        {!upload && isUrl(slide.media_url) && !isVideo && (
          <span
            aria-hidden
            className={classes(
              'absolute bottom-1 left-1 rounded px-1 text-[0.625rem] leading-4 font-semibold',
              slide.alt_text?.trim()
                ? "bg-overlay/65 text-on-overlay before:content-['ALT']"
                : "bg-paper text-overlay before:content-['+_ALT']",
            )}
          />
        )}
      </button>
      <button
        type="button"
        aria-label={`Remove ${kind === 'upload' ? 'image' : kind} ${number}`}
        title="Remove"
        onClick={onRemove}
        className="absolute -top-1.5 -right-1.5 flex size-6 items-center justify-center rounded-full border border-line bg-raised text-ink-soft opacity-0 shadow-sm group-hover:opacity-100 hover:text-ink focus-visible:opacity-100 pointer-coarse:size-7 pointer-coarse:opacity-100"
      >
        <X aria-hidden size={13} />
      </button>
    </li>
  )
}

function TileContent({ slide, upload }: { slide: DraftSlide; upload: Upload | undefined }) {
  if (upload?.state === 'failed') {
    return (
      <span className="flex size-full items-center justify-center bg-bad-wash text-bad">
        <CircleAlert aria-hidden size={20} />
      </span>
    )
  }
  if (upload) {
    const percent = upload.bytes > 0 ? Math.min(100, Math.floor((upload.sent / upload.bytes) * 100)) : 0
    return (
      <span className="flex size-full flex-col items-center justify-center gap-1.5 px-2 text-xs text-ink-soft tabular-nums">
        {upload.state === 'waiting' ? 'Waiting' : `${percent}%`}
        <progress
          aria-label={`Uploading ${upload.name}`}
          max={100}
          value={percent}
          className="h-1.5 w-full accent-(--accent)"
        />
      </span>
    )
  }
  if (isUrl(slide.media_url))
    return <Thumbnail url={slide.media_url} isPlain className="pointer-events-none size-full" />
  return (
    <span className="flex size-full items-center justify-center text-ink-soft">
      <ImageOff aria-hidden size={18} />
    </span>
  )
}
