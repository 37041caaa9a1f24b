'use client'

import { Crop } from 'lucide-react'
import { useState } from 'react'
import { channelNames } from '@/components/channels/channel-names'
import { isVideoUrl } from '@/components/media/assets/thumbnail'
import { cropPresets } from '@/components/media/editor/crop-presets'
import { useMay } from '@/components/projects/role'
import { IconButton } from '@/components/ui/button'
import { Menu } from '@/components/ui/menu'
import type { ChannelId } from '@/lib/channel-ids'
import { type Draft, type DraftSlide, isUrl } from '../draft/draft'
import { type SlideTarget, slidesAt } from '../draft/slides'
import { useDraft } from '../state/editor-context'
import { SlideCropper } from './slide-cropper'

type Props = {
  /** “image 2” */
  name: string
  slide: DraftSlide
  target: SlideTarget
}

/** Crops, rotates and flips an image for all channels, or for one, which then has its own media. */
export function CropMenu({ name, slide, target }: Props) {
  const draft = useDraft()
  const { channels } = draft
  const mayWrite = useMay('media:write')
  const [asked, setAsked] = useState<{ target: SlideTarget } | null>(null)
  if (!mayWrite || !canCrop(slide)) return null
  const label = `Crop ${name}`
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
      {asked && <SlideCropper slide={slide} from={target} target={asked.target} onClose={() => setAsked(null)} />}
    </>
  )
}

/** Videos and drawings cannot be cropped. */
export const canCrop = ({ media_url: url }: DraftSlide): boolean =>
  isUrl(url) && !isVideoUrl(url) && !/\.svg([?#]|$)/i.test(url)

/** A channel whose own media lacks the image is cropped on its own tab. */
const showsImage =
  (draft: Draft, { media_url }: DraftSlide) =>
  (channel: ChannelId): boolean => {
    const own = slidesAt(draft, channel)
    return own.length === 0 || own.some((one) => one.media_url === media_url)
  }

/** “Instagram 4:5” */
const nameWithRatio = (channel: ChannelId): string =>
  [channelNames[channel], cropPresets.find((preset) => preset.channel === channel)?.ratioText].filter(Boolean).join(' ')
