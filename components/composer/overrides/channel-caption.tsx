'use client'

import { channelNames } from '@/components/channels/channel-names'
import { TextArea } from '@/components/ui/field'
import type { ChannelId } from '@/lib/channel-ids'
import { useAiPanel } from '../ai/use-ai-panel'
import { BrandVoiceList } from '../fields/brand-voice-list'
import { CharacterCounter } from '../preview/character-counter'
import { useEditor } from '../state/editor-context'
import { ThreadBuilder } from '../thread/thread-builder'
import { ResetButton } from './reset-button'
import { useOverride } from './use-override'

/** The caption as one field, or as the parts of a thread. */
export function ChannelCaption({ channel }: { channel: ChannelId }) {
  const { preview } = useEditor()
  const { draft, own, idOf, edit } = useOverride(channel)
  const ai = useAiPanel(channel)
  const id = idOf('caption')
  const what = channel === 'pinterest' ? 'description' : 'caption'
  const caption = own.description ?? own.caption ?? draft.caption
  /** The story's caption is no override. */
  const override = (text: string): string | undefined => (text === draft.caption ? undefined : text)
  const reset = (
    <ResetButton
      isShown={own.caption !== undefined || own.description !== undefined}
      what={what}
      onReset={() => edit({ caption: undefined, description: undefined })}
    />
  )
  const findings = <BrandVoiceList fieldId={id} channel={channel} />
  if (own.caption_format === 'thread') {
    return (
      <div className="flex flex-col gap-2">
        <div className="flex min-h-6 justify-end">{reset}</div>
        <ThreadBuilder
          id={id}
          network={channelNames[channel]}
          caption={caption}
          separator={own.thread_separator}
          preview={preview[channel]}
          onChange={(joined) => edit({ caption: override(joined.caption), thread_separator: joined.thread_separator })}
        />
        {findings}
      </div>
    )
  }
  const limits = preview[channel]?.limits
  return (
    <>
      <TextArea
        id={id}
        label={`${what === 'description' ? 'Description' : 'Caption'} for ${channelNames[channel]}`}
        rows={5}
        value={caption}
        onChange={(event) => edit({ caption: override(event.target.value), description: undefined })}
        aside={
          <span className="flex items-center gap-1">
            {reset}
            {ai.button}
          </span>
        }
        hint={<span className="flex min-h-6">{limits && <CharacterCounter channel={channel} limits={limits} />}</span>}
      />
      {ai.panel}
      {findings}
    </>
  )
}
