'use client'

import { TextArea, TextField } from '@/components/ui/field'
import { SelectField } from '@/components/ui/select'
import type { DraftOverride } from '../draft/draft'
import { CoverField } from './cover-field'
import { OverrideUrlField } from './override-url-field'
import { useOverride } from './use-override'

export function GhostFields() {
  const { draft, own, idOf, edit } = useOverride('ghost')
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        id={idOf('title')}
        label="Headline"
        isOptional
        maxLength={255}
        placeholder={draft.title || undefined}
        hint="Default: the story’s title, or the first line of the caption."
        value={own.title ?? ''}
        onChange={(event) => edit({ title: event.target.value || undefined })}
      />
      <SelectField
        id={idOf('status')}
        label="Status on the site"
        hint={own.status === 'draft' ? 'Publish it on the site yourself. Storycast counts it as published.' : undefined}
        value={own.status ?? ''}
        onChange={(value) => edit({ status: (value || undefined) as DraftOverride['status'] })}
        options={[
          { value: '', label: 'Published' },
          { value: 'draft', label: 'Draft' },
        ]}
      />
      <SelectField
        id={idOf('visibility')}
        label="Visibility"
        value={own.visibility ?? ''}
        onChange={(value) => edit({ visibility: (value || undefined) as DraftOverride['visibility'] })}
        options={[
          { value: '', label: 'Public' },
          { value: 'members', label: 'Members' },
          { value: 'paid', label: 'Paid members' },
        ]}
      />
      <OverrideUrlField
        channel="ghost"
        member="canonical_url"
        label="Canonical URL"
        hint="The original URL of the text, for search engines."
      />
      <TextArea
        id={idOf('excerpt')}
        label="Excerpt"
        isOptional
        rows={2}
        className="sm:col-span-2"
        hint="Shown in lists. Default: the start of the text."
        value={own.excerpt ?? ''}
        onChange={(event) => edit({ excerpt: event.target.value || undefined })}
      />
      <CoverField channel="ghost" hint="Shown before the video plays." />
    </div>
  )
}
