'use client'

import { CheckField, TextField } from '@/components/ui/field'
import type { Draft } from '../draft/draft'
import { type FieldName, fieldId } from '../draft/field-target'
import { BrandVoiceList } from '../fields/brand-voice-list'
import { MoreSection } from '../fields/more-section'
import { useDraft, useEditor } from '../state/editor-context'

const idOf = (field: FieldName): string => fieldId({ channel: null, field })

const utmFields = [
  { member: 'utmCampaign', field: 'campaign', label: 'Campaign', name: 'utm_campaign' },
  { member: 'utmContent', field: 'content', label: 'Content', name: 'utm_content' },
  { member: 'utmTerm', field: 'term', label: 'Term', name: 'utm_term' },
] as const

export function CommentAndTrackingFields() {
  const { store } = useEditor()
  const draft = useDraft()
  const edit = (patch: Partial<Draft>): void => store.dispatch({ type: 'edited', patch })
  const texts = [draft.commentAsk, ...utmFields.map(({ member }) => draft[member])]
  return (
    <MoreSection about="Comment prompt, tracking" count={texts.filter((text) => text.trim() !== '').length}>
      <div className="flex flex-col gap-3">
        <TextField
          id={idOf('ask')}
          label="Comment prompt"
          isOptional
          maxLength={5_000}
          placeholder="Which one would you pick?"
          hint="Added to the end of the caption, unless the caption contains it."
          value={draft.commentAsk}
          onChange={(event) => edit({ commentAsk: event.target.value })}
        />
        <BrandVoiceList fieldId={idOf('ask')} channel={null} field="ask" />
        <CheckField
          label="Keep as a note, don’t publish it"
          checked={draft.isAskOnlyNoted}
          onChange={(event) => edit({ isAskOnlyNoted: event.target.checked })}
        />
      </div>
      <fieldset className="flex flex-col gap-3">
        <legend className="float-left mb-1 font-medium">Tracking</legend>
        <p className="clear-both text-sm text-ink-soft">
          Added to the link. Empty fields are filled from the project’s template and the channel.
        </p>
        <div className="grid gap-4 sm:grid-cols-3">
          {utmFields.map(({ member, field, label, name }) => (
            <TextField
              key={field}
              id={idOf(field)}
              label={label}
              isOptional
              maxLength={500}
              hint={<code className="font-mono text-xs">{name}</code>}
              value={draft[member]}
              onChange={(event) => edit({ [member]: event.target.value })}
            />
          ))}
        </div>
      </fieldset>
    </MoreSection>
  )
}
