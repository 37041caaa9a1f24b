'use client'

import { channelNames } from '@/components/channels/channel-names'
import { type CropPreset, cropPresets } from '@/components/media/editor/crop-presets'
import { LazyImageEditor } from '@/components/media/editor/lazy-image-editor'
import { useToast } from '@/components/ui/toast'
import type { Asset } from '@/lib/media/contract'
import { type Draft, type DraftSlide, newSlide } from '../draft/draft'
import { type SlideTarget, slidesAt } from '../draft/slides'
import { useDraft, useEditor } from '../state/editor-context'

type Props = {
  slide: DraftSlide
  /** Where the slide is. */
  from: SlideTarget
  /** Who gets the cropped file: all channels, or one, which then has its own media. */
  target: SlideTarget
  /** The ratio to start with. Default: the first of the channel. */
  preset?: CropPreset | undefined
  onClose: () => void
}

/** Crops, rotates and flips an image of the story. */
export function SlideCropper({ slide, from, target, preset, onClose }: Props) {
  const { projectId } = useEditor()
  const { channels } = useDraft()
  const apply = useReplace(slide, from)
  const initial = preset ?? cropPresets.find(({ channel }) => target !== null && channel === target)
  return (
    <LazyImageEditor
      projectId={projectId}
      asset={{ file_url: slide.media_url }}
      channels={target ? [target] : channels}
      {...(preset && !cropPresets.includes(preset) ? { presets: [preset, ...cropPresets] } : {})}
      {...(initial ? { initialPreset: initial.id } : {})}
      saveLabel={target ? `Use for ${channelNames[target]}` : 'Use for all channels'}
      onSaved={(asset) => apply(target, asset)}
      onClose={onClose}
    />
  )
}

/** Puts the cropped file in the place of the original, with the same alt text and link. */
function useReplace(slide: DraftSlide, from: SlideTarget) {
  const { store } = useEditor()
  const draft = useDraft()
  const toast = useToast()
  return (target: SlideTarget, { file_url }: Asset): void => {
    const before = [...slidesAt(draft, target)]
    const own = target === from ? before : copyFor(draft, target, from)
    const slides = own.map((one) => (one.media_url === slide.media_url ? { ...one, media_url: file_url } : one))
    store.dispatch({ type: 'fileNamed', url: file_url, from: slide.media_url })
    store.dispatch({ type: 'slidesSet', target, slides })
    const text = target ? `Cropped for ${channelNames[target]}.` : 'Cropped.'
    const onUndo = (): void => store.dispatch({ type: 'slidesSet', target, slides: before })
    toast(text, 'good', { label: 'Undo', onUndo })
  }
}

/** The channel's own media if it has any, else a copy of the story's. */
export function copyFor(draft: Draft, target: SlideTarget, from: SlideTarget): DraftSlide[] {
  const own = slidesAt(draft, target)
  return own.length > 0 ? [...own] : slidesAt(draft, from).map((one) => ({ ...one, key: newSlide().key }))
}
