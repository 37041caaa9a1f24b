'use client'

import { channelNames } from '@/components/channels/channel-names'
import { Thumbnail } from '@/components/media/assets/thumbnail'
import { Button } from '@/components/ui/button'
import type { ChannelId } from '@/lib/channel-ids'
import { type DraftSlide, isUrl, newSlide } from '../draft/draft'
import { useEditor } from '../state/editor-context'
import { useOverride } from './use-override'

/** The story's media, and a button that starts with a copy of them. */
export function SharedMedia({ channel }: { channel: ChannelId }) {
  const { store } = useEditor()
  const { draft, idOf } = useOverride(channel)
  const copied = draft.slides.map((slide): DraftSlide => ({ ...slide, key: newSlide().key }))
  const shown = draft.slides.filter(({ media_url }) => isUrl(media_url))
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 pb-3">
      {shown.length > 0 && (
        <ul aria-label="Media of the story" className="flex flex-wrap gap-1.5">
          {shown.map(({ key, media_url, alt_text }) => (
            <li key={key}>
              <Thumbnail url={media_url} alt={alt_text ?? ''} className="size-12" />
            </li>
          ))}
        </ul>
      )}
      <Button
        id={idOf('media')}
        isSmall
        onClick={() => store.dispatch({ type: 'slidesSet', target: channel, slides: copied })}
      >
        Use other media for {channelNames[channel]}
      </Button>
      <span className="text-sm text-ink-soft">{sharedMedia(draft.slides.length)}</span>
    </div>
  )
}

function sharedMedia(count: number): string {
  return count === 1 ? 'Uses the story’s file.' : `Uses the story’s ${count} files.`
}
