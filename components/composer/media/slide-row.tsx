'use client'

import { ArrowDown, ArrowUp, ChevronRight, GripVertical, RotateCcw, Sparkles, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { isVideoUrl, Thumbnail } from '@/components/media/assets/thumbnail'
import type { Upload } from '@/components/media/uploads/use-uploads'
import { useMay } from '@/components/projects/role'
import { Button, IconButton } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { lazyComponent } from '@/components/ui/lazy-component'
import { type DraftSlide, isUrl } from '../draft/draft'
import { Collapsible } from '../fields/collapsible'
import { UrlField } from '../fields/url-field'
import { useSlideDrag } from './use-slide-drag'

const AltTextSuggestion = lazyComponent(() => import('../ai/alt-text-suggestion').then((it) => it.AltTextSuggestion))

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

const dragStyles = {
  idle: '',
  dragged: 'opacity-50',
  top: 'before:absolute before:inset-x-0 before:-top-2 before:h-0.5 before:bg-accent',
  bottom: 'after:absolute after:inset-x-0 after:-bottom-2 after:h-0.5 after:bg-accent',
}

/** An image or video with its alt text and link. */
export function SlideRow(props: Props) {
  const { id, listId, slide, upload, name, index, count, onPatch, onMove, onRemove, onRetry } = props
  const { row, handle, drag } = useSlideDrag({ listId, index, onMove })
  const number = index + 1
  const field = { id, number, slide, onPatch }
  const isUploading = upload !== undefined && !slide.media_url
  // A typed URL stays in its field after it is complete.
  const [isTyped] = useState(!isUploading && !isUrl(slide.media_url))
  const isFile = !isUploading && !isTyped
  return (
    <li ref={row} className={`relative flex gap-2 rounded-xl border border-line p-3 sm:gap-3 ${dragStyles[drag]}`}>
      <div className="hidden shrink-0 sm:block">
        {isUrl(slide.media_url) ? (
          <Thumbnail url={slide.media_url} className="size-20" />
        ) : (
          <span className="block size-20 rounded-lg border border-dashed border-line-strong" />
        )}
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        {isUploading && <Progress id={id} upload={upload} onRetry={onRetry} />}
        {isTyped && <MediaUrl {...field} />}
        {isFile && (
          <p className="truncate font-medium">
            {name ?? `${isVideoUrl(slide.media_url) ? 'Video' : 'Image'} ${number}`}
          </p>
        )}
        <AltText {...field} />
        {isTyped && <SlideLink {...field} />}
        {isFile && <UrlAndLink {...field} />}
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
        title="Drag to reorder"
        className="hidden control-size cursor-grab items-center justify-center rounded-lg text-ink-soft hover:bg-quiet-wash sm:inline-flex"
      >
        <GripVertical aria-hidden size={16} />
      </button>
      <IconButton
        id={`${id}-up`}
        label={`Move ${number} up`}
        disabled={index === 0}
        onClick={() => onMove(index, index - 1)}
      >
        <ArrowUp aria-hidden size={16} />
      </IconButton>
      <IconButton
        id={`${id}-down`}
        label={`Move ${number} down`}
        disabled={index === count - 1}
        onClick={() => onMove(index, index + 1)}
      >
        <ArrowDown aria-hidden size={16} />
      </IconButton>
      <IconButton label={`Remove ${number}`} onClick={onRemove}>
        <Trash2 aria-hidden size={16} />
      </IconButton>
    </div>
  )
}

type FieldProps = { id: string; number: number; slide: DraftSlide; onPatch: Props['onPatch'] }

/** Collapsed, because few users need the URL of a file or a link per slide. */
function UrlAndLink(props: FieldProps) {
  return (
    <Collapsible
      startsOpen={Boolean(props.slide.swipe_through_url)}
      summaryClass="min-h-6 gap-1.5 rounded text-sm text-ink-soft hover:text-ink"
      summary={
        <>
          <ChevronRight aria-hidden size={16} className="shrink-0 group-open:rotate-90" />
          URL and link<span className="sr-only"> of {props.number}</span>
        </>
      }
    >
      <div className="mt-2 flex flex-col gap-2">
        <MediaUrl {...props} />
        <SlideLink {...props} />
      </div>
    </Collapsible>
  )
}

const MediaUrl = ({ id, number, slide, onPatch }: FieldProps) => (
  <UrlField
    id={id}
    label={`URL of ${number}`}
    isOptional={false}
    value={slide.media_url}
    onChange={(media_url) => onPatch({ media_url })}
  />
)

function AltText({ id, number, slide, onPatch }: FieldProps) {
  const [isSuggesting, setIsSuggesting] = useState(false)
  const mayWrite = useMay('captions:write')
  const canSuggest = mayWrite && isUrl(slide.media_url) && !isVideoUrl(slide.media_url)
  const alt = slide.alt_text ?? ''
  return (
    <>
      <TextField
        id={`${id}-alt`}
        label={`Alt text of ${number}`}
        isOptional
        placeholder="Describe the image for people who cannot see it"
        value={alt}
        onChange={(event) => onPatch({ alt_text: event.target.value })}
        aside={
          canSuggest && (
            <Button
              isSmall
              tone="ghost"
              aria-expanded={isSuggesting}
              icon={<Sparkles aria-hidden size={16} className="text-accent" />}
              onClick={() => setIsSuggesting(!isSuggesting)}
            >
              Suggest<span className="sr-only"> alt text of {number}</span>
            </Button>
          )
        }
      />
      {isSuggesting && canSuggest && (
        <AltTextSuggestion
          key={slide.media_url}
          number={number}
          url={slide.media_url}
          value={alt}
          onChange={(alt_text) => onPatch({ alt_text })}
          onDone={() => setIsSuggesting(false)}
        />
      )}
    </>
  )
}

const SlideLink = ({ id, number, slide, onPatch }: FieldProps) => (
  <UrlField
    id={`${id}-link`}
    label={`Link of ${number}`}
    hint="Gets its own tracked short link, for a sticker or a reply."
    value={slide.swipe_through_url ?? ''}
    onChange={(swipe_through_url) => onPatch({ swipe_through_url })}
  />
)

/** A failed upload stays here with its reason. */
function Progress({ id, upload, onRetry }: { id: string; upload: Upload; onRetry: () => void }) {
  const { name, sent, bytes, state, error, note } = upload
  const percent = bytes > 0 ? Math.min(100, Math.floor((sent / bytes) * 100)) : 0
  if (state === 'failed') {
    return (
      <div role="alert" className="flex flex-col items-start gap-1.5">
        <p className="text-bad wrap-anywhere">
          {name} was not uploaded. {error?.message}
          {error?.requestId && <span className="text-sm text-ink-soft"> Request ID {error.requestId}</span>}
        </p>
        {error?.canRetry && (
          <Button id={id} isSmall icon={<RotateCcw aria-hidden size={16} />} onClick={onRetry}>
            Retry {name}
          </Button>
        )}
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex justify-between gap-3 text-sm">
        <span className="truncate">{name}</span>
        <span className="tabular-nums text-ink-soft">{state === 'waiting' ? 'Waiting' : `${percent}%`}</span>
      </p>
      <progress aria-label={`Uploading ${name}`} max={100} value={percent} className="h-2 w-full accent-(--accent)" />
      {note && <p className="text-sm text-ink-soft">{note}</p>}
    </div>
  )
}
