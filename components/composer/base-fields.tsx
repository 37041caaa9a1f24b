'use client'

import { SelectField, TextArea, TextField } from '@/components/ui/field'
import { BaseMore } from './base-more'
import { Counter } from './counter'
import { type Change, type Draft, type DraftType, isUrl } from './draft'
import { type FieldName, fieldId } from './fields'
import { MediaEditor, type MediaProps } from './media-editor'
import type { Preview } from './use-preview'
import type { VoiceFinding } from './voice'
import { VoiceList } from './voice-list'

const idOf = (field: FieldName): string => fieldId({ channel: null, field })

type Props = {
  draft: Draft
  preview: Preview
  voice: readonly VoiceFinding[]
  mediaProps: MediaProps
  onChange: Change
}

/** What all channels get unless one has something of its own. */
export function BaseFields({ draft, preview, voice, mediaProps, onChange }: Props) {
  return (
    <div className="flex flex-col gap-5">
      <TextArea
        id={idOf('caption')}
        label="Caption"
        rows={6}
        value={draft.caption}
        onChange={(event) => onChange({ caption: event.target.value })}
        hint={
          <span className="flex min-h-6 flex-wrap gap-x-3 gap-y-0.5">
            {draft.channels.map((channel) => {
              const limits = preview[channel]?.limits
              return limits && <Counter key={channel} channel={channel} limits={limits} />
            })}
          </span>
        }
      />
      <VoiceList fieldId={idOf('caption')} findings={voice.filter(({ channel }) => channel === null)} />
      <TextField
        id={idOf('hashtags')}
        label="Hashtags"
        isOptional
        placeholder="#spring #newarrivals"
        hint="Separated by spaces. They go below the caption."
        value={draft.hashtags}
        onChange={(event) => onChange({ hashtags: event.target.value })}
      />
      <MediaEditor
        id={idOf('media')}
        label="Pictures and films"
        target={null}
        {...mediaProps}
        slides={draft.slides}
        onChange={(slides) => onChange({ slides })}
      />
      <TextField
        id={idOf('destination')}
        label="Link"
        isOptional
        type="url"
        inputMode="url"
        placeholder="https://…"
        hint="Where the post leads to. Clicks are counted; {{link}} in the caption puts it into the text."
        value={draft.destinationUrl}
        onChange={(event) => onChange({ destinationUrl: event.target.value })}
        error={
          draft.destinationUrl.trim() && !isUrl(draft.destinationUrl)
            ? 'This is not a whole address yet. It starts with https://.'
            : null
        }
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          id={idOf('title')}
          label="Title"
          isOptional
          maxLength={500}
          hint="For your lists; Ghost and Pinterest show it."
          value={draft.title}
          onChange={(event) => onChange({ title: event.target.value })}
        />
        <SelectField
          id={idOf('type')}
          label="Post type"
          hint="Several pictures make a carousel."
          value={draft.postType}
          onChange={(event) => onChange({ postType: event.target.value as DraftType })}
        >
          <option value="">Post or carousel</option>
          <option value="reel">Reel</option>
          <option value="story">Story, gone after a day</option>
        </SelectField>
      </div>
      <BaseMore draft={draft} onChange={onChange} />
    </div>
  )
}
