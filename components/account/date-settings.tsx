'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { formatTime } from '@/components/time/formats'
import { useZone } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { SelectField } from '@/components/ui/select'
import { useToast } from '@/components/ui/toast'
import { UnsavedChanges, useIsChanged } from '@/components/unsaved/unsaved-changes'
import type { Account } from '@/lib/account/contract'
import { type DateLocale, dateLocales, type HourCycle, localeWith } from '@/lib/account/date-locales'
import { call } from '@/lib/api/client'
import { updateAccount } from '@/lib/openapi/operations.generated'

type Props = { account: Account; browserLocale: string; now: string }

/** Date and time format of the signed-in user, in all projects. */
export function DateSettings({ account, browserLocale, now }: Props) {
  const router = useRouter()
  const toast = useToast()
  const { timeZone } = useZone()
  const [locale, setLocale] = useState<DateLocale | ''>(account.date_locale ?? '')
  const [clock, setClock] = useState<HourCycle | ''>(account.hour_cycle ?? '')
  const chosen = { date_locale: locale || null, hour_cycle: clock || null }
  const saving = useMutation({
    mutationFn: () => call(updateAccount, chosen),
    onSuccess: () => {
      toast('Date format saved.')
      // The server renders dates.
      router.refresh()
    },
  })
  const { mutate, isPending, error } = saving
  const isDirty = useIsChanged(chosen, saving)
  const shown = localeWith(chosen, browserLocale)
  return (
    <form
      className="panel flex max-w-2xl flex-col gap-5 p-5"
      onSubmit={(event) => {
        event.preventDefault()
        mutate()
      }}
    >
      <UnsavedChanges isDirty={isDirty} />
      <div>
        <h2 className="text-lg font-semibold">Dates</h2>
        <p className="text-ink-soft">Only for you, in all your projects.</p>
      </div>
      <SelectField
        label="Date format"
        value={locale}
        onChange={(value) => setLocale(value as DateLocale | '')}
        options={[
          { value: '', label: 'Same as browser' },
          ...Object.entries(dateLocales).map(([id, name]) => ({ value: id, label: name, lang: id })),
        ]}
      />
      <SelectField
        label="Time format"
        value={clock}
        onChange={(value) => setClock(value as HourCycle | '')}
        options={[
          { value: '', label: 'Same as date format' },
          { value: 'h23', label: '24 hours, 14:30' },
          { value: 'h12', label: '12 hours, 2:30 pm' },
        ]}
      />
      <dl aria-live="polite" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 rounded-lg bg-sunken p-3">
        <dt className="text-ink-soft">Short</dt>
        <dd data-testid="short" suppressHydrationWarning>
          {formatTime(now, 'short', timeZone, shown)}
        </dd>
        <dt className="text-ink-soft">Full</dt>
        <dd suppressHydrationWarning>{formatTime(now, 'full', timeZone, shown)}</dd>
        <dt className="text-ink-soft">Day</dt>
        <dd suppressHydrationWarning>{formatTime(now, 'day', timeZone, shown)}</dd>
      </dl>
      {error && <ErrorNote error={error} title="Not saved" />}
      <Button tone="primary" type="submit" isBusy={isPending} className="self-start">
        Save settings
      </Button>
    </form>
  )
}
