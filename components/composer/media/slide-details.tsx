'use client'

import { ArrowLeft, ArrowRight, RotateCcw, Sparkles, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { isVideoUrl } from '@/components/media/assets/thumbnail'
import type { Upload } from '@/components/media/uploads/use-uploads'
import { useMay } from '@/components/projects/role'
import { Button, IconButton } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { type DraftSlide, isUrl } from '../draft/draft'
import type { SlideTarget } from '../draft/slides'
import { UrlField } from '../fields/url-field'
import { CropMenu } from './crop-menu'

const AltTextSuggestion = lazyComponent(() => import('../ai/alt-text-suggestion').then((it) => it.AltTextSuggestion))

type Props = {
  id: string
  panelId: string
  slide: DraftSlide
  target: SlideTarget
  name: string | null
  /** The URL is typed here, and stays in its field once it is complete. */
  isTyped: boolean
  index: number
  count: number
  onPatch: (change: Partial<DraftSlide>) => void
  onMove: (from: number, to: number) => void
  onRemove: () => void
  onClose: () => void
}

/** Alt text, link and actions of the chosen image or video. */
export function SlideDetails(props: Props) {
  const { id, panelId, slide, target, name, index, count, onPatch, onMove, onRemove, onClose } = props
  const number = index + 1
  const [isTyped] = useState(props.isTyped)
  const file = `${isVideoUrl(slide.media_url) ? 'video' : 'image'} ${number}`
  const field = { id, file, slide, onPatch }
  return (
    <section
      id={panelId}
      aria-label={`Details of ${file}`}
      className="mt-3 flex flex-col gap-3 rounded-lg bg-sunken p-3"
    >
      <header className="flex items-center gap-1">
        <p className="min-w-0 flex-1 truncate text-sm font-medium">
          {name ?? `${isVideoUrl(slide.media_url) ? 'Video' : 'Image'} ${number} of ${count}`}
        </p>
        <CropMenu name={file} slide={slide} target={target} />
        <IconButton label={`Move ${file} left`} disabled={index === 0} onClick={() => onMove(index, index - 1)}>
          <ArrowLeft aria-hidden size={16} />
        </IconButton>
        <IconButton
          label={`Move ${file} right`}
          disabled={index === count - 1}
          onClick={() => onMove(index, index + 1)}
        >
          <ArrowRight aria-hidden size={16} />
        </IconButton>
        <IconButton label={`Delete ${file}`} onClick={onRemove}>
          <Trash2 aria-hidden size={16} />
        </IconButton>
        <IconButton label="Close details" onClick={onClose}>
          <X aria-hidden size={16} />
        </IconButton>
      </header>
      {isTyped && (
        <UrlField
          id={`${id}-url`}
          label={`URL of ${file}`}
          isOptional={false}
          value={slide.media_url}
          onChange={(media_url) => onPatch({ media_url })}
        />
      )}
      <AltText {...field} />
      <UrlField
        id={`${id}-link`}
        label={`Link for ${file}`}
        hint="Added as a link sticker or a reply. Clicks are tracked."
        value={slide.swipe_through_url ?? ''}
        onChange={(swipe_through_url) => onPatch({ swipe_through_url })}
      />
    </section>
  )
}

type FieldProps = { id: string; file: string; slide: DraftSlide; onPatch: Props['onPatch'] }

function AltText({ id, file, slide, onPatch }: FieldProps) {
  const [isSuggesting, setIsSuggesting] = useState(false)
  const mayWrite = useMay('captions:write')
  const canSuggest = mayWrite && isUrl(slide.media_url) && !isVideoUrl(slide.media_url)
  const alt = slide.alt_text ?? ''
  return (
    <>
      <TextField
        id={`${id}-alt`}
        label={`Alt text of ${file}`}
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
              Suggest<span className="sr-only"> alt text of {file}</span>
            </Button>
          )
        }
      />
      {isSuggesting && canSuggest && (
        <AltTextSuggestion
          key={slide.media_url}
          file={file}
          url={slide.media_url}
          value={alt}
          onChange={(alt_text) => onPatch({ alt_text })}
          onDone={() => setIsSuggesting(false)}
        />
      )}
    </>
  )
}

type FailedProps = { upload: Upload; onRetry: () => void; onRemove: () => void }

/** Why a file was not uploaded. */
export function FailedUpload({ upload: { name, error }, onRetry, onRemove }: FailedProps) {
  return (
    <div role="alert" className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <p className="min-w-0 flex-1 basis-56 text-bad wrap-anywhere">
        {name} was not uploaded. {error?.message}
        {error?.requestId && <span className="text-ink-soft"> Request ID {error.requestId}</span>}
      </p>
      {error?.canRetry && (
        <Button isSmall icon={<RotateCcw aria-hidden size={15} />} onClick={onRetry}>
          Retry {name}
        </Button>
      )}
      <Button isSmall onClick={onRemove}>
        Remove<span className="sr-only"> {name}</span>
      </Button>
    </div>
  )
}
