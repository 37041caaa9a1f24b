'use client'

import { X } from 'lucide-react'
import { useMemo } from 'react'
import { useZone } from '@/components/time/zone'
import { IconButton } from '@/components/ui/button'
import { Combobox } from '@/components/ui/choices/combobox'
import { holidayCountries, holidayCountriesMax } from '@/lib/projects/holiday-country-codes'
import { useIsAtLeast } from './role'

type Props = { value: readonly string[]; onChange: (countries: readonly string[]) => void; error: string | null }

/** Countries whose public holidays the calendar shows: a list with a search to add one. */
export function HolidayCountriesField({ value, onChange, error }: Props) {
  const { locale } = useZone()
  const mayChange = useIsAtLeast('admin')
  const { options, nameOf } = useCountryNames(locale)
  const isFull = value.length >= holidayCountriesMax
  return (
    <div className="flex flex-col gap-2">
      <Combobox
        label="Public holidays"
        hint={`Shown in the calendar. Up to ${holidayCountriesMax} countries. Data: date-holidays, CC BY-SA 3.0.`}
        placeholder={isFull ? `${holidayCountriesMax} countries chosen` : 'Add a country'}
        searchLabel="Search countries"
        emptyText="No country found."
        isDisabled={isFull}
        options={options.filter((option) => !value.includes(option.value))}
        value={null}
        onChange={(country) => onChange([...value, country])}
        error={error}
      />
      {value.length > 0 && (
        <ul aria-label="Countries" className="flex flex-wrap gap-1.5">
          {value.map((country) => (
            <li
              key={country}
              className="inline-flex h-8 items-center rounded-full border border-line-strong pl-3 text-sm pointer-coarse:h-11"
            >
              <span suppressHydrationWarning>{nameOf(country)}</span>
              {mayChange ? (
                <IconButton
                  label={`Remove ${nameOf(country)}`}
                  suppressHydrationWarning
                  onClick={() => onChange(value.filter((other) => other !== country))}
                  className="rounded-full"
                >
                  <X aria-hidden size={14} />
                </IconButton>
              ) : (
                <span className="w-3" />
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Countries in the reader's language, by name. */
function useCountryNames(locale: string) {
  return useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'region' })
    const nameOf = (country: string): string => names.of(country) ?? country
    const options = holidayCountries
      .map((country) => ({ value: country, label: nameOf(country) }))
      .sort((one, other) => one.label.localeCompare(other.label, locale))
    return { options, nameOf }
  }, [locale])
}
