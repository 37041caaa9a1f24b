'use client'

import { Crop } from 'lucide-react'
import { useState } from 'react'
import { channelNames } from '@/components/channels/channel-names'
import { isVideoUrl } from '@/components/media/assets/thumbnail'
import { cropPresets } from '@/components/media/editor/crop-presets'
import { LazyImageEditor } from '@/components/media/editor/lazy-image-editor'
import { useMay } from '@/components/projects/role'
import { IconButton } from '@/components/ui/button'
import { Menu } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import type { ChannelId } from '@/lib/channel-ids'
import type { Asset } from '@/lib/media/contract'
import { type Draft, type DraftSlide, isUrl, newSlide } from '../draft/draft'
import { type SlideTarget, slidesAt } from '../draft/slides'
import { useDraft, useEditor } from '../state/editor-context'

type Props = { number: number; slide: DraftSlide; target: SlideTarget }

/** Crops, rotates and flips an image for all channels, or for one, which then has its own media. */
export function CropMenu({ number, slide, target }: Props) {
  const { projectId } = useEditor()
  const draft = useDraft()
  const { channels } = draft
  const mayWrite = useMay('media:write')
  const [asked, setAsked] = useState<{ target: SlideTarget } | null>(null)
  const apply = useReplace(slide, target)
  if (!mayWrite || !isUrl(slide.media_url) || isVideoUrl(slide.media_url) || /\.svg([?#]|$)/i.test(slide.media_url)) {
    return null
  }
  const label = `Crop ${number}`
  const wanted = asked?.target ?? null
  return (
    <>
      {target === null && channels.length > 0 ? (
        <Menu
          label={label}
          items={[
            { label: 'Crop for all channels', onSelect: () => setAsked({ target: null }) },
            ...channels.filter(showsImage(draft, slide)).map((channel) => ({
              label: `Crop for ${nameWithRatio(channel)}`,
              onSelect: () => setAsked({ target: channel }),
            })),
          ]}
          trigger={<Crop size={16} />}
          triggerClassName="inline-flex control-size items-center justify-center rounded-lg text-ink-soft hover:bg-hover hover:text-ink"
        />
      ) : (
        <IconButton label={label} onClick={() => setAsked({ target })}>
          <Crop aria-hidden size={16} />
        </IconButton>
      )}
      {asked && (
        <LazyImageEditor
          projectId={projectId}
          asset={{ file_url: slide.media_url }}
          channels={wanted ? [wanted] : channels}
          {...initialPresetOf(wanted)}
          saveLabel={wanted ? `Use for ${channelNames[wanted]}` : 'Use for all channels'}
          onSaved={(asset) => apply(wanted, asset)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

/** A channel whose own media lacks the image is cropped on its own tab. */
const showsImage =
  (draft: Draft, { media_url }: DraftSlide) =>
  (channel: ChannelId): boolean => {
    const own = slidesAt(draft, channel)
    return own.length === 0 || own.some((one) => one.media_url === media_url)
  }

const firstPreset = (channel: ChannelId) => cropPresets.find((preset) => preset.channel === channel)

const initialPresetOf = (target: SlideTarget): { initialPreset?: string } => {
  const preset = target && firstPreset(target)
  return preset ? { initialPreset: preset.id } : {}
}

/** “Instagram 4:5” */
const nameWithRatio = (channel: ChannelId): string =>
  [channelNames[channel], firstPreset(channel)?.ratioText].filter(Boolean).join(' ')

/** Puts the cropped file in the place of the original, with the same alt text and link. */
function useReplace(slide: DraftSlide, from: SlideTarget) {
  const { store } = useEditor()
  const draft = useDraft()
  const toast = useToast()
  return (target: SlideTarget, { file_url }: Asset): void => {
    const before = slidesIn(draft, target)
    const own = target === from ? before : copyFor(draft, target, from)
    const slides = own.map((one) => (one.media_url === slide.media_url ? { ...one, media_url: file_url } : one))
    store.dispatch({ type: 'slidesSet', target, slides })
    const text = target ? `Cropped for ${channelNames[target]}.` : 'Cropped.'
    const onUndo = (): void => store.dispatch({ type: 'slidesSet', target, slides: before })
    toast(text, 'good', { label: 'Undo', onUndo })
  }
}

const slidesIn = (draft: Draft, target: SlideTarget): DraftSlide[] => [...slidesAt(draft, target)]

/** The channel's own media if it has the image, else a copy of the story's. */
function copyFor(draft: Draft, target: SlideTarget, from: SlideTarget): DraftSlide[] {
  const own = slidesAt(draft, target)
  return own.length > 0 ? [...own] : slidesAt(draft, from).map((one) => ({ ...one, key: newSlide().key }))
}
