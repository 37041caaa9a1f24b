'use client'

import { channelNames } from '@/components/channels/channel-names'
import { Button } from '@/components/ui/button'
import type { ChannelId } from '@/lib/channel-ids'
import { type DraftSlide, newSlide } from '../draft/draft'
import { MediaEditor } from '../media/media-editor'
import { useEditor } from '../state/editor-context'
import { ResetButton } from './reset-button'
import { useOverride } from './use-override'

/** The channel's own media, or a button that starts with a copy of the story's. */
export function ChannelMedia({ channel }: { channel: ChannelId }) {
  const { store } = useEditor()
  const { draft, own, idOf, edit } = useOverride(channel)
  const id = idOf('media')
  const name = channelNames[channel]
  if (own.slides !== undefined) {
    return (
      <MediaEditor
        id={id}
        label={`Media for ${name}`}
        target={channel}
        aside={<ResetButton isShown what="media" onReset={() => edit({ slides: undefined })} />}
      />
    )
  }
  const copied = draft.slides.map((slide): DraftSlide => ({ ...slide, key: newSlide().key }))
  const slides = copied.length > 0 ? copied : [newSlide()]
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button id={id} onClick={() => store.dispatch({ type: 'slidesSet', target: channel, slides })}>
        Use other media for {name}
      </Button>
      <span className="text-ink-soft">{sharedMedia(draft.slides.length)}</span>
    </div>
  )
}

function sharedMedia(count: number): string {
  if (count === 0) return 'The story has no media.'
  return count === 1 ? 'Uses the story’s file.' : `Uses the story’s ${count} files.`
}
