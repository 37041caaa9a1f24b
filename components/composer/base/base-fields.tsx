'use client'

import { postTypeOptions } from '@/components/channels/post-type-choice'
import { PillarField } from '@/components/pillars/pillar-field'
import { TextField } from '@/components/ui/field'
import { SelectField } from '@/components/ui/select'
import type { Draft } from '../draft/draft'
import { type FieldName, fieldId } from '../draft/field-target'
import { CaptionEditor } from '../editor/caption-editor'
import { FieldIssues, OtherIssues } from '../fields/field-issues'
import { UrlField } from '../fields/url-field'
import { CharactersLeft } from '../preview/characters-left'
import { useDraft, useEditor } from '../state/editor-context'
import { CommentAndTrackingFields } from './comment-and-tracking-fields'

const idOf = (field: FieldName): string => fieldId({ channel: null, field })

/** Fields that show their own issues. */
const withIssues = ['caption', 'media', 'alt', 'hashtags', 'destination', 'channels', 'time'] as const

/** Content for all channels, unless a channel overrides it. */
export function BaseFields() {
  const { projectId, store } = useEditor()
  const draft = useDraft()
  const edit = (patch: Partial<Draft>): void => store.dispatch({ type: 'edited', patch })
  return (
    <div className="@container/fields flex flex-col gap-4">
      <CaptionEditor
        channel={null}
        id={idOf('caption')}
        mediaId={idOf('media')}
        label="Caption"
        value={draft.caption}
        onChange={(caption) => edit({ caption })}
        counters={<CharactersLeft />}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="flex flex-col gap-1.5">
          <TextField
            id={idOf('hashtags')}
            label="Hashtags"
            isOptional
            placeholder="#spring #newarrivals"
            hint="Added below the caption."
            value={draft.hashtags}
            onChange={(event) => edit({ hashtags: event.target.value })}
          />
          <FieldIssues channel={null} fields={['hashtags']} />
        </div>
        <div className="flex flex-col gap-1.5">
          <UrlField
            id={idOf('destination')}
            label="Link"
            hint="Clicks are tracked. {{link}} puts it into the caption."
            value={draft.destinationUrl}
            onChange={(destinationUrl) => edit({ destinationUrl })}
          />
          <FieldIssues channel={null} fields={['destination']} />
        </div>
      </div>
      <div className="grid grid-cols-1 gap-4 @md/fields:grid-cols-2 @xl/fields:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1fr)]">
        <TextField
          id={idOf('title')}
          label="Title"
          className="@md/fields:max-@xl/fields:col-span-2"
          isOptional
          maxLength={500}
          hint="In your lists, on Ghost and on Pinterest."
          value={draft.title}
          onChange={(event) => edit({ title: event.target.value })}
        />
        <SelectField
          id={idOf('type')}
          label="Post type"
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
      <OtherIssues channel={null} shown={withIssues} />
      <CommentAndTrackingFields />
    </div>
  )
}
