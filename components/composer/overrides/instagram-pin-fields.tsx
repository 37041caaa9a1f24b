'use client'

import { ZoneLine } from '@/components/time/zone'
import { ZonedDateTimeField } from '@/components/time/zoned-date-time-field'
import { CheckField } from '@/components/ui/field'
import type { Draft } from '../draft/draft'
import { fieldId } from '../draft/field-target'
import { useDraft, useEditor } from '../state/editor-context'

const id = fieldId({ channel: 'instagram', field: 'pin' })

/** The pin is stored with the story, because only Instagram has pins. */
export function InstagramPinFields() {
  const { store, isPinExpired } = useEditor()
  const { isPinned, pinnedUntil } = useDraft()
  const edit = (patch: Partial<Draft>): void => store.dispatch({ type: 'edited', patch })
  return (
    <div className="flex flex-col gap-3">
      <CheckField
        id={isPinned ? undefined : id}
        label="Pin to the grid"
        hint="Only the Instagram app can pin. We remind you when the post is published."
        checked={isPinned}
        onChange={(event) => edit({ isPinned: event.target.checked, pinnedUntil: '' })}
      />
      {isPinned && (
        <ZonedDateTimeField
          id={id}
          label="Pinned until"
          isOptional
          className="max-w-xs"
          hint={
            <>
              Empty for no end. <ZoneLine />
            </>
          }
          error={isPinExpired ? 'This time is in the past. Choose a later time or clear it.' : null}
          value={pinnedUntil}
          onChange={(pinnedUntil) => edit({ pinnedUntil })}
        />
      )}
    </div>
  )
}
