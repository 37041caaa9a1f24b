'use client'

import { useMemo } from 'react'
import { Combobox } from '@/components/ui/choices/combobox'
import type { SelectOption } from '@/components/ui/choices/select-option'

type Props = { value: string; onChange: (timezone: string) => void; error?: string | null; hint?: string }

/** All zones that the browser knows. */
export function TimezoneField({ value, onChange, error, hint }: Props) {
  const options = useMemo(() => zoneOptions(value), [value])
  return (
    <Combobox
      label="Time zone"
      {...(hint ? { hint } : {})}
      placeholder="Choose a time zone"
      searchLabel="Search by city or region"
      emptyText="No time zone found."
      options={options}
      value={value}
      onChange={onChange}
      error={error ?? null}
    />
  )
}

/** A stored zone can have an older name that the browser does not list. */
function zoneOptions(current: string): SelectOption[] {
  const zones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(current ? [current] : [])])
  return [...zones].map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))
}
