import { useId } from 'react'
import { channelNames } from '@/components/channels/channel-names'
import { Button } from '@/components/ui/button'
import type { ChannelId } from '@/lib/channel-ids'
import { isUrl } from '../draft/draft'
import { UrlField } from '../fields/url-field'
import { useDraft, useEditor } from '../state/editor-context'
import { insertText } from './insert-text'

type Props = { channel: ChannelId | null; captionId: string }

/** The link of the story, next to the text. Pinterest has its own. */
export function LinkTool({ channel, captionId }: Props) {
  const { store } = useEditor()
  const draft = useDraft()
  const id = useId()
  const isOwn = channel === 'pinterest'
  const url = isOwn ? (draft.overrides.pinterest?.link ?? '') : draft.destinationUrl
  const change = (text: string): void =>
    isOwn
      ? store.dispatch({ type: 'channelEdited', channel, patch: { link: text.trim() || undefined } })
      : store.dispatch({ type: 'edited', patch: { destinationUrl: text } })
  return (
    <div className="flex flex-col gap-2">
      <UrlField
        id={id}
        label={isOwn ? `Link for ${channelNames[channel]}` : 'Link'}
        isOptional={false}
        hint={isOwn ? 'Where the pin leads.' : 'Clicks are tracked per channel.'}
        value={url}
        onChange={change}
      />
      {!isOwn && (
        <Button
          isSmall
          className="self-start"
          disabled={!isUrl(url)}
          onClick={() => insertText(captionId, '{{link}}', { isWord: true })}
        >
          Insert
        </Button>
      )}
    </div>
  )
}
