'use client'

import { Crop, ImagePlus, RefreshCw, Trash2, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { channelNames } from '@/components/channels/channel-names'
import { isVideoUrl } from '@/components/media/assets/thumbnail'
import { acceptedTypes } from '@/components/media/uploads/accepted-files'
import { useMay } from '@/components/projects/role'
import { Button } from '@/components/ui/button'
import { Menu } from '@/components/ui/menu'
import { buttonLook } from '@/components/ui/plain-button'
import { useToast } from '@/components/ui/toast'
import type { ChannelId } from '@/lib/channel-ids'
import type { Problem } from '../checks/draft-problems'
import { type DraftSlide, isUrl } from '../draft/draft'
import { fieldId } from '../draft/field-target'
import { type SlideTarget, slidesAt } from '../draft/slides'
import { useDraft, useEditor } from '../state/editor-context'
import { CropAll } from './crop-all'
import { canCrop } from './crop-menu'
import { fixPreset } from './fix-preset'
import { copyFor, SlideCropper } from './slide-cropper'
import type { MediaActions } from './use-media-actions'

/** Fixes a file that a network does not accept: crops it for that network, replaces it, or removes it. */
export function MediaFix({ problem, actions }: { problem: Problem; actions: MediaActions }) {
  const { target, channel, fix } = problem
  const { problems } = useEditor()
  const draft = useDraft()
  if (problem.needsMedia && channel) return <MissingMedia channel={channel} actions={actions} />
  if (!fix || target?.field !== 'media' || target.part === undefined || channel === null) return null
  const index = Number.parseInt(target.part, 10)
  // The server counts the files that have a URL.
  const slides = slidesAt(draft, target.channel).filter(({ media_url }) => isUrl(media_url))
  const slide = slides[index]
  if (!slide) return null
  const isFirst = problems.find((one) => one.fix === 'crop' && one.channel === channel) === problem
  const props = { slide, slides, index, channel, from: target.channel, isCrop: fix === 'crop', isFirst }
  return <FixButtons key={slide.key} id={fieldId(target)} {...props} />
}

type Props = {
  id: string
  slide: DraftSlide
  /** All files of the post. */
  slides: readonly DraftSlide[]
  index: number
  channel: ChannelId
  from: SlideTarget
  isCrop: boolean
  /** The first problem of the channel that a crop fixes. */
  isFirst: boolean
}

function FixButtons({ id, slide, slides, index, channel, from, isCrop, isFirst }: Props) {
  const { preview, problems } = useEditor()
  const draft = useDraft()
  const mayWrite = useMay('media:write')
  const [isCropping, setIsCropping] = useState(false)
  const { input, replace } = useReplaceFile(slide, from)
  const name = `${isVideoUrl(slide.media_url) ? 'video' : 'image'} ${index + 1}`
  const { owner, remove } = useRemove(slide, { from, channel })
  const canBeCropped = isCrop && mayWrite && canCrop(slide)
  const post = preview[channel]
  const isFirstFine = !problems.some(
    ({ channel: of, target, isBlocking }) => of === channel && isBlocking && target?.part?.startsWith('0'),
  )
  return (
    <span className="mt-1 flex flex-wrap items-center gap-1">
      {canBeCropped ? (
        <Button id={id} isSmall icon={<Crop aria-hidden size={14} />} onClick={() => setIsCropping(true)}>
          Crop {name}
          <span className="sr-only"> for {channelNames[channel]}</span>
        </Button>
      ) : (
        <Button id={id} isSmall icon={<RefreshCw aria-hidden size={14} />} onClick={() => input.current?.click()}>
          Replace {name}
          <span className="sr-only"> for {channelNames[channel]}</span>
        </Button>
      )}
      {canBeCropped && isFirst && post && <CropAll {...{ channel, post, from, slides, isFirstFine }} />}
      <Button isSmall tone="ghost" icon={<Trash2 aria-hidden size={14} />} onClick={remove}>
        Remove<span className="sr-only"> {name}</span>
        {owner && ` for ${channelNames[owner]}`}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptedTypes}
        aria-label={`File instead of ${name}`}
        onChange={(event) => {
          replace([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      {isCropping && (
        <SlideCropper
          slide={slide}
          from={from}
          target={draft.channels.length > 1 ? channel : from}
          preset={post && fixPreset(channel, post, index, isFirstFine)}
          onClose={() => setIsCropping(false)}
        />
      )}
    </span>
  )
}

type MissingProps = { channel: ChannelId; actions: MediaActions }

/** Adds what the channel needs, or leaves the channel out. */
function MissingMedia({ channel, actions }: MissingProps) {
  const { store } = useEditor()
  const { channels } = useDraft()
  const toast = useToast()
  const choose = (next: ChannelId[]): void => store.dispatch({ type: 'edited', patch: { channels: next } })
  return (
    <span className="mt-1 flex flex-wrap items-center gap-1">
      <Menu
        label={`Add media for ${channelNames[channel]}`}
        align="start"
        items={actions.items}
        trigger={
          <>
            <ImagePlus aria-hidden size={14} />
            Add media
          </>
        }
        triggerClassName={buttonLook({ isSmall: true })}
      />
      <Button
        isSmall
        tone="ghost"
        icon={<X aria-hidden size={14} />}
        onClick={() => {
          choose(channels.filter((one) => one !== channel))
          toast(`${channelNames[channel]} removed.`, 'good', { label: 'Undo', onUndo: () => choose(channels) })
        }}
      >
        Remove {channelNames[channel]}
      </Button>
    </span>
  )
}

/** Uploads another file to the place of this one. The alt text is not kept: it describes the old file. */
function useReplaceFile(slide: DraftSlide, from: SlideTarget) {
  const { store, uploads } = useEditor()
  const input = useRef<HTMLInputElement>(null)
  const replace = ([file]: File[]): void => {
    if (!file) return
    const place = slidesAt(store.get().draft, from).findIndex(({ key }) => key === slide.key)
    store.dispatch({ type: 'slideRemoved', target: from, key: slide.key })
    uploads.addFiles(from, [file])
    const last = slidesAt(store.get().draft, from).length - 1
    if (place >= 0) store.dispatch({ type: 'slideMoved', target: from, from: last, to: place })
  }
  return { input, replace }
}

type RemoveOptions = { from: SlideTarget; channel: ChannelId }

/** The story's media can stay for the other channels, if one remains for this channel. */
function useRemove(slide: DraftSlide, { from, channel }: RemoveOptions) {
  const { store } = useEditor()
  const draft = useDraft()
  const toast = useToast()
  const target = from === null && draft.channels.length > 1 && draft.slides.length > 1 ? channel : from
  const remove = (): void => {
    const before = [...slidesAt(draft, target)]
    const slides = copyFor(draft, target, from).filter(({ media_url }) => media_url !== slide.media_url)
    store.dispatch({ type: 'slidesSet', target, slides })
    toast(target && target !== from ? `Removed for ${channelNames[target]}.` : 'Removed.', 'good', {
      label: 'Undo',
      onUndo: () => store.dispatch({ type: 'slidesSet', target, slides: before }),
    })
  }
  return { owner: target === from ? null : target, remove }
}
