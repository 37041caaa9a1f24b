'use client'

import { postTypeOptions } from '@/components/channels/post-type-choice'
import { PillarField } from '@/components/pillars/pillar-field'
import { TextArea, TextField } from '@/components/ui/field'
import { SelectField } from '@/components/ui/select'
import { useAiPanel } from '../ai/use-ai-panel'
import type { Draft } from '../draft/draft'
import { type FieldName, fieldId } from '../draft/field-target'
import { BrandVoiceList } from '../fields/brand-voice-list'
import { UrlField } from '../fields/url-field'
import { MediaEditor } from '../media/media-editor'
import { CharacterCounter } from '../preview/character-counter'
import { useDraft, useEditor } from '../state/editor-context'
import { CommentAndTrackingFields } from './comment-and-tracking-fields'

const idOf = (field: FieldName): string => fieldId({ channel: null, field })

/** Content for all channels, unless a channel overrides it. */
export function BaseFields() {
  const { projectId, store } = useEditor()
  const draft = useDraft()
  const ai = useAiPanel(null)
  const edit = (patch: Partial<Draft>): void => store.dispatch({ type: 'edited', patch })
  return (
    <div className="flex flex-col gap-5">
      <TextArea
        id={idOf('caption')}
        label="Caption"
        rows={6}
        value={draft.caption}
        onChange={(event) => edit({ caption: event.target.value })}
        aside={ai.button}
        hint={<CaptionCounters />}
      />
      {ai.panel}
      <BrandVoiceList fieldId={idOf('caption')} channel={null} />
      <TextField
        id={idOf('hashtags')}
        label="Hashtags"
        isOptional
        placeholder="#spring #newarrivals"
        hint="Separated by spaces. Added below the caption."
        value={draft.hashtags}
        onChange={(event) => edit({ hashtags: event.target.value })}
      />
      <MediaEditor id={idOf('media')} label="Media" target={null} />
      <UrlField
        id={idOf('destination')}
        label="Link"
        hint="Clicks are tracked. Write {{link}} where it should appear in the caption."
        value={draft.destinationUrl}
        onChange={(destinationUrl) => edit({ destinationUrl })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          id={idOf('title')}
          label="Title"
          isOptional
          maxLength={500}
          hint="Shown in your lists, on Ghost and on Pinterest."
          value={draft.title}
          onChange={(event) => edit({ title: event.target.value })}
        />
        <SelectField
          id={idOf('type')}
          label="Post type"
          hint="Several images make a carousel."
          value={draft.postType}
          onChange={(value) => edit({ postType: value })}
          options={postTypeOptions}
        />
        <PillarField
          id={idOf('pillar')}
          projectId={projectId}
          value={draft.contentType}
          onChange={(contentType) => edit({ contentType })}
        />
      </div>
      <CommentAndTrackingFields />
    </div>
  )
}

function CaptionCounters() {
  const { preview } = useEditor()
  const { channels } = useDraft()
  return (
    <span className="flex min-h-6 flex-wrap gap-x-3 gap-y-0.5">
      {channels.map((channel) => {
        const limits = preview[channel]?.limits
        return limits && <CharacterCounter key={channel} channel={channel} limits={limits} />
      })}
    </span>
  )
}
