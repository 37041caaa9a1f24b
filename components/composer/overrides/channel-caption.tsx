'use client'

import { RotateCcw } from 'lucide-react'
import { channelNames } from '@/components/channels/channel-names'
import { Button } from '@/components/ui/button'
import type { ChannelId } from '@/lib/channel-ids'
import { isCustomized } from '../draft/draft'
import { CaptionEditor } from '../editor/caption-editor'
import { CharacterCounter } from '../preview/character-counter'
import { useEditor } from '../state/editor-context'
import { ThreadBuilder } from '../thread/thread-builder'
import { SharedMedia } from './channel-media'
import { ResetButton } from './reset-button'
import { useOverride } from './use-override'

/** The text and media of a channel: one field, or the parts of a thread. */
export function ChannelCaption({ channel }: { channel: ChannelId }) {
  const { preview } = useEditor()
  const { draft, own, idOf, edit, reset } = useOverride(channel)
  const name = channelNames[channel]
  const what = channel === 'pinterest' ? 'description' : 'caption'
  const caption = own.description ?? own.caption ?? draft.caption
  /** The story's caption is no override. */
  const override = (text: string): string | undefined => (text === draft.caption ? undefined : text)
  const isOwnText = own.caption !== undefined || own.description !== undefined
  const hasOverrides = isCustomized(draft, channel)
  const limits = preview[channel]?.limits
  return (
    <CaptionEditor
      channel={channel}
      id={idOf('caption')}
      mediaId={idOf('media')}
      label={`${what === 'description' ? 'Description' : 'Caption'} for ${name}`}
      value={caption}
      onChange={(text) => edit({ caption: override(text), description: undefined })}
      counters={limits && <CharacterCounter channel={channel} limits={limits} />}
      header={
        <>
          <p className="min-w-0 flex-1 text-sm text-ink-soft">
            {hasOverrides ? `Customized for ${name}.` : `Same as all channels. Edit to customize for ${name}.`}
          </p>
          {hasOverrides && (
            <Button
              isSmall
              tone="ghost"
              icon={<RotateCcw aria-hidden size={15} />}
              onClick={() =>
                isOwnText
                  ? reset(`the ${what}`, ['caption', 'description'])
                  : reset('everything', Object.keys(own) as (keyof typeof own)[])
              }
            >
              {isOwnText ? `Reset ${what}` : 'Reset all'}
            </Button>
          )}
        </>
      }
      text={
        own.caption_format === 'thread' && (
          <ThreadBuilder
            id={idOf('caption')}
            network={name}
            caption={caption}
            separator={own.thread_separator}
            preview={preview[channel]}
            onChange={(joined) =>
              edit({ caption: override(joined.caption), thread_separator: joined.thread_separator })
            }
          />
        )
      }
      media={own.slides === undefined && draft.slides.length > 0 && <SharedMedia channel={channel} />}
      mediaHeader={
        own.slides !== undefined && <ResetButton isShown what="media" onReset={() => reset('the media', ['slides'])} />
      }
    />
  )
}
