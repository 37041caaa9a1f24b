'use client'

import { RotateCcw } from 'lucide-react'
import { channelNames } from '@/components/channels/channel-names'
import { Button } from '@/components/ui/button'
import { CheckField, TextArea, TextField } from '@/components/ui/field'
import type { ChannelId } from '@/lib/channels/ids'
import type { PreviewChannel } from '@/lib/stories/contract'
import { CoverField, type PartProps } from './address-field'
import { Counter } from './counter'
import { type Change, type ChangeOverride, type Draft, type DraftOverride, isDifferent, newSlide } from './draft'
import { type FieldName, fieldId } from './fields'
import { GhostFields } from './ghost-fields'
import { MediaEditor, type MediaProps } from './media-editor'
import { OverrideMore } from './override-more'
import { PinFields } from './pin-fields'
import { type BoardSource, PinterestFields } from './pinterest-fields'
import { ThreadBuilder } from './thread-builder'
import type { VoiceFinding } from './voice'
import { VoiceList } from './voice-list'

type Props = {
  channel: ChannelId
  draft: Draft
  preview: PreviewChannel | undefined
  boards: BoardSource
  isPinOver: boolean
  voice: readonly VoiceFinding[]
  mediaProps: MediaProps
  onChange: ChangeOverride
  /** For what only one channel has, and so belongs to the story. Left out where the story itself is not edited. */
  onStoryChange?: Change
}

/** One channel's own version. Each field shows the story's until something else is typed. */
export function OverrideFields(props: Props) {
  const { channel, draft, boards, onChange } = props
  const own = draft.overrides[channel] ?? {}
  const id = (field: FieldName): string => fieldId({ channel, field })
  const set = (patch: Partial<DraftOverride>): void => onChange(channel, patch)
  const resetAll = (): void => set(Object.fromEntries(Object.keys(own).map((member) => [member, undefined])))
  return (
    <div className="flex flex-col gap-5">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
        <p className="text-ink-soft">
          {isDifferent(draft, channel)
            ? `${channelNames[channel]} gets a version of its own.`
            : `${channelNames[channel]} gets what all channels get. Type to make it differ.`}
        </p>
        {isDifferent(draft, channel) && (
          <Button isSmall icon={<RotateCcw aria-hidden size={15} />} onClick={resetAll}>
            Reset all
          </Button>
        )}
      </div>
      <Words {...props} own={own} id={id('caption')} onSet={set} />
      {(channel === 'x' || channel === 'threads') && <ThreadFields own={own} idOf={id} onChange={set} />}
      <TextField
        id={id('hashtags')}
        label={`Hashtags for ${channelNames[channel]}`}
        isOptional
        value={own.hashtags ?? draft.hashtags}
        onChange={(event) => set({ hashtags: differing(event.target.value, draft.hashtags) })}
        aside={
          <Reset isShown={own.hashtags !== undefined} what="hashtags" onReset={() => set({ hashtags: undefined })} />
        }
      />
      <OwnMedia {...props} own={own} id={id('media')} onChange={set} />
      {channel === 'pinterest' && <PinterestFields own={own} draft={draft} boards={boards} idOf={id} onChange={set} />}
      {channel === 'ghost' && <GhostFields own={own} draft={draft} idOf={id} onChange={set} />}
      {channel === 'instagram' && (
        <CoverField own={own} idOf={id} onChange={set} hint="Shown in place of a reel until it plays." />
      )}
      {channel === 'instagram' && props.onStoryChange && (
        <PinFields draft={draft} isOver={props.isPinOver} onChange={props.onStoryChange} />
      )}
      <OverrideMore channel={channel} own={own} onChange={set} />
    </div>
  )
}

/** What says the same as the story is no version of its own. */
const differing = (text: string, base: string): string | undefined => (text === base ? undefined : text)

function Reset({ isShown, what, onReset }: { isShown: boolean; what: string; onReset: () => void }) {
  // Keeps its room, so that nothing moves while somebody types.
  if (!isShown) return <span className="h-6" />
  return (
    <span className="flex items-center gap-2 text-sm">
      <span className="rounded-full bg-info-wash px-2 text-info">Differs</span>
      <button
        type="button"
        className="inline-flex min-h-6 items-center gap-1 font-medium text-accent underline"
        onClick={onReset}
      >
        Reset<span className="sr-only"> {what}</span>
      </button>
    </span>
  )
}

type WordsProps = Props & { own: DraftOverride; id: string; onSet: (patch: Partial<DraftOverride>) => void }

/** The text of a channel: one field, or a part for each post of a thread. */
function Words({ channel, draft, preview, voice, own, id, onSet }: WordsProps) {
  const name = channelNames[channel]
  const caption = own.description ?? own.caption ?? draft.caption
  const reset = (
    <Reset
      isShown={own.caption !== undefined || own.description !== undefined}
      what={channel === 'pinterest' ? 'description' : 'caption'}
      onReset={() => onSet({ caption: undefined, description: undefined })}
    />
  )
  const findings = <VoiceList fieldId={id} findings={voice.filter((finding) => finding.channel === channel)} />
  if (own.caption_format === 'thread') {
    return (
      <div className="flex flex-col gap-2">
        <div className="flex min-h-6 justify-end">{reset}</div>
        <ThreadBuilder
          id={id}
          network={name}
          caption={caption}
          separator={own.thread_separator}
          preview={preview}
          onChange={({ caption: joined, thread_separator }) =>
            onSet({ caption: differing(joined, draft.caption), thread_separator })
          }
        />
        {findings}
      </div>
    )
  }
  return (
    <>
      <TextArea
        id={id}
        label={`${channel === 'pinterest' ? 'Description' : 'Caption'} for ${name}`}
        rows={5}
        value={caption}
        onChange={(event) => onSet({ caption: differing(event.target.value, draft.caption), description: undefined })}
        aside={reset}
        hint={<span className="flex min-h-6">{preview && <Counter channel={channel} limits={preview.limits} />}</span>}
      />
      {findings}
    </>
  )
}

function ThreadFields({ own, idOf, onChange }: PartProps) {
  const isThread = own.caption_format === 'thread'
  return (
    <div className="flex flex-col gap-3">
      <CheckField
        label="Post as a thread"
        hint="Each part becomes a reply to the one before. A blank line starts the next part."
        checked={isThread}
        onChange={(event) =>
          onChange(
            event.target.checked
              ? { caption_format: 'thread' }
              : { caption_format: undefined, thread_separator: undefined },
          )
        }
      />
      {isThread && (
        <TextField
          id={idOf('separator')}
          label="Split at"
          isOptional
          className="max-w-xs"
          placeholder="a blank line"
          maxLength={100}
          hint="Other signs to split at, such as ---"
          value={own.thread_separator ?? ''}
          onChange={(event) => onChange({ thread_separator: event.target.value || undefined })}
        />
      )}
    </div>
  )
}

type MediaOfOwn = Omit<Props, 'onChange'> & {
  own: DraftOverride
  id: string
  onChange: (patch: Partial<DraftOverride>) => void
}

function OwnMedia({ channel, draft, own, id, mediaProps, onChange }: MediaOfOwn) {
  if (own.slides !== undefined) {
    return (
      <MediaEditor
        id={id}
        label={`Pictures and films for ${channelNames[channel]}`}
        target={channel}
        {...mediaProps}
        slides={own.slides}
        onChange={(slides) => onChange({ slides: slides.length > 0 ? slides : undefined })}
        aside={<Reset isShown what="media" onReset={() => onChange({ slides: undefined })} />}
      />
    )
  }
  const copy = (): void =>
    onChange({
      slides: draft.slides.length > 0 ? draft.slides.map((slide) => ({ ...slide, key: newSlide().key })) : [newSlide()],
    })
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button id={id} onClick={copy}>
        Other media for {channelNames[channel]}
      </Button>
      <span className="text-ink-soft">
        {draft.slides.length === 0
          ? 'It has none now.'
          : draft.slides.length === 1
            ? 'It shows the one of the story.'
            : `It shows the ${draft.slides.length} of the story.`}
      </span>
    </div>
  )
}
