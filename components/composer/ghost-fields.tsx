'use client'

import { SelectField, TextArea, TextField } from '@/components/ui/field'
import { AddressField, CoverField, type PartProps } from './address-field'
import type { Draft, DraftOverride } from './draft'

/** What only a site's post has. */
export function GhostFields({ own, draft, idOf, onChange }: PartProps & { draft: Draft }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        id={idOf('title')}
        label="Headline"
        isOptional
        maxLength={255}
        placeholder={draft.title || undefined}
        hint="Else the story’s title, or the first line of the caption."
        value={own.title ?? ''}
        onChange={(event) => onChange({ title: event.target.value || undefined })}
      />
      <SelectField
        id={idOf('status')}
        label="At the site"
        hint={own.status === 'draft' ? 'Somebody has to publish it there. Here it counts as posted.' : undefined}
        value={own.status ?? ''}
        onChange={(event) => onChange({ status: (event.target.value || undefined) as DraftOverride['status'] })}
      >
        <option value="">Published</option>
        <option value="draft">Left as a draft</option>
      </SelectField>
      <SelectField
        id={idOf('visibility')}
        label="Who may read it"
        value={own.visibility ?? ''}
        onChange={(event) => onChange({ visibility: (event.target.value || undefined) as DraftOverride['visibility'] })}
      >
        <option value="">Everybody</option>
        <option value="members">Members</option>
        <option value="paid">Paying members</option>
      </SelectField>
      <AddressField
        id={idOf('canonical')}
        label="Canonical address"
        hint="Where the text stood first, for search engines."
        value={own.canonical_url}
        onChange={(canonical_url) => onChange({ canonical_url })}
      />
      <TextArea
        id={idOf('excerpt')}
        label="Excerpt"
        isOptional
        rows={2}
        className="sm:col-span-2"
        hint="Shown in lists. Else the beginning of the text."
        value={own.excerpt ?? ''}
        onChange={(event) => onChange({ excerpt: event.target.value || undefined })}
      />
      <CoverField own={own} idOf={idOf} onChange={onChange} hint="Shown in place of a film until it plays." />
    </div>
  )
}
