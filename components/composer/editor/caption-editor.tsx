'use client'

import type { ReactNode } from 'react'
import type { ChannelId } from '@/lib/channel-ids'
import { useAiPanel } from '../ai/use-ai-panel'
import { BrandVoiceList } from '../fields/brand-voice-list'
import { FieldIssues } from '../fields/field-issues'
import { MediaFix } from '../media/media-fix'
import { MediaStrip } from '../media/media-strip'
import { useMediaActions } from '../media/use-media-actions'
import { useEditor } from '../state/editor-context'
import { EditorToolbar } from './editor-toolbar'

type Props = {
  /** Null: for all channels. */
  channel: ChannelId | null
  id: string
  mediaId: string
  label: string
  value: string
  onChange: (caption: string) => void
  counters: ReactNode
  /** Above the text: what is customized. */
  header?: ReactNode
  /** Instead of the text field. */
  text?: ReactNode
  /** Instead of the media. */
  media?: ReactNode
  /** Above the media of a channel. */
  mediaHeader?: ReactNode
}

/** One box with the text, its media and a toolbar. */
export function CaptionEditor({ channel, id, mediaId, label, value, onChange, counters, ...parts }: Props) {
  const ai = useAiPanel(channel)
  const { header, text, media, mediaHeader } = parts
  const { problems } = useEditor()
  const isInvalid = problems.some(
    ({ target, isBlocking }) => isBlocking && target?.field === 'caption' && target.channel === channel,
  )
  const actions = useMediaActions(channel)
  return (
    <div className="flex flex-col gap-2">
      <div className="rounded-xl border border-line-strong bg-surface transition-colors focus-within:border-(--focus)">
        {header && (
          <div className="flex min-h-10 flex-wrap items-center gap-2 border-b border-line px-3 py-1">{header}</div>
        )}
        {text ? (
          <div className="p-3">{text}</div>
        ) : (
          <>
            <label htmlFor={id} className="sr-only">
              {label}
            </label>
            <textarea
              id={id}
              rows={6}
              value={value}
              aria-invalid={isInvalid || undefined}
              placeholder="What do you want to share?"
              onChange={(event) => onChange(event.target.value)}
              className="field-sizing-content block max-h-[45vh] min-h-36 w-full resize-none bg-transparent px-3 py-2.5 text-[0.9375rem] leading-6 outline-none placeholder:text-ink-soft pointer-coarse:text-base"
            />
          </>
        )}
        {media || <MediaStrip id={mediaId} label="Media" target={channel} actions={actions} header={mediaHeader} />}
        <EditorToolbar {...{ channel, captionId: id }} media={actions} ai={ai} counters={counters} />
        {actions.elements}
      </div>
      {ai.panel}
      <BrandVoiceList fieldId={id} channel={channel} />
      <FieldIssues
        channel={channel}
        fields={['caption', 'media', 'alt']}
        fixOf={(problem) => <MediaFix problem={problem} actions={actions} />}
      />
    </div>
  )
}
