'use client'

import { CheckField, TextField } from '@/components/ui/field'
import type { Change, Draft } from './draft'
import { type FieldName, fieldId } from './fields'
import { More } from './more'

const idOf = (field: FieldName): string => fieldId({ channel: null, field })

const tracking = [
  { member: 'utmCampaign', field: 'campaign', label: 'Campaign', name: 'utm_campaign' },
  { member: 'utmContent', field: 'content', label: 'Content', name: 'utm_content' },
  { member: 'utmTerm', field: 'term', label: 'Term', name: 'utm_term' },
] as const

/** The call for comments and the tracking values of a story. */
export function BaseMore({ draft, onChange }: { draft: Draft; onChange: Change }) {
  const filled = [draft.commentAsk, ...tracking.map(({ member }) => draft[member])].filter((text) => text.trim() !== '')
  return (
    <More about="Call for comments, tracking values" count={filled.length}>
      <div className="flex flex-col gap-3">
        <TextField
          id={idOf('ask')}
          label="Call for comments"
          isOptional
          maxLength={5_000}
          placeholder="Which one would you take?"
          hint="Goes to the end of the caption, unless the caption has it already."
          value={draft.commentAsk}
          onChange={(event) => onChange({ commentAsk: event.target.value })}
        />
        <CheckField
          label="Only note it, do not post it"
          checked={draft.isAskOnlyNoted}
          onChange={(event) => onChange({ isAskOnlyNoted: event.target.checked })}
        />
      </div>
      <fieldset className="flex flex-col gap-3">
        <legend className="float-left mb-1 font-medium">Tracking values</legend>
        <p className="clear-both text-sm text-ink-soft">
          They are added to the link. Left empty, the project’s template and the channel decide.
        </p>
        <div className="grid gap-4 sm:grid-cols-3">
          {tracking.map(({ member, field, label, name }) => (
            <TextField
              key={field}
              id={idOf(field)}
              label={label}
              isOptional
              maxLength={500}
              hint={<code className="font-mono text-xs">{name}</code>}
              value={draft[member]}
              onChange={(event) => onChange({ [member]: event.target.value })}
            />
          ))}
        </div>
      </fieldset>
    </More>
  )
}
