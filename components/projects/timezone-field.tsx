'use client'

import { useId, useState } from 'react'
import { Field } from '@/components/ui/field'

export const browserTimezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** All zones that the browser knows, listed once the field is entered, to be found by typing a part of the name. */
export function TimezoneField({
  value,
  onChange,
  error,
  hint,
}: {
  value: string
  onChange: (timezone: string) => void
  error?: string | null
  hint?: string
}) {
  const listId = useId()
  const [zones, setZones] = useState<string[]>([])
  return (
    <Field
      label="Time zone"
      error={error}
      hint={hint ?? 'Type a city, such as “Berlin”. Times are shown and set in this zone.'}
    >
      {(wiring) => (
        <>
          <input
            {...wiring}
            className="control"
            list={listId}
            required
            autoComplete="off"
            spellCheck={false}
            value={value}
            onFocus={() => setZones(['UTC', ...Intl.supportedValuesOf('timeZone')])}
            onChange={(event) => onChange(event.target.value)}
          />
          <datalist id={listId}>
            {zones.map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}
