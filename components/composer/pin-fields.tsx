'use client'

import { ZoneLine } from '@/components/time/zone'
import { CheckField, TextField } from '@/components/ui/field'
import type { Change, Draft } from './draft'
import { fieldId } from './fields'

type Props = { draft: Draft; isOver: boolean; onChange: Change }

/** Whether the post stands at the top of the grid on Instagram, and until when. */
export function PinFields({ draft, isOver, onChange }: Props) {
  const id = fieldId({ channel: 'instagram', field: 'pin' })
  return (
    <div className="flex flex-col gap-3">
      <CheckField
        id={draft.isPinned ? undefined : id}
        label="Pin to the grid"
        hint="Instagram lets only its app pin. Once the post is out you are reminded to do it there."
        checked={draft.isPinned}
        onChange={(event) => onChange({ isPinned: event.target.checked, pinnedUntil: '' })}
      />
      {draft.isPinned && (
        <TextField
          id={id}
          label="Pinned until"
          isOptional
          type="datetime-local"
          className="max-w-xs"
          hint={
            <>
              Left empty, for good. <ZoneLine />
            </>
          }
          error={isOver ? 'This time has passed. Choose a later one, or none.' : null}
          value={draft.pinnedUntil}
          onChange={(event) => onChange({ pinnedUntil: event.target.value })}
        />
      )}
    </div>
  )
}
