'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { formatTime } from '@/components/time/formats'
import { useZone } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { SelectField } from '@/components/ui/field'
import { useToast } from '@/components/ui/toast'
import type { Account } from '@/lib/account/contract'
import { type DateLocale, dateLocales, type HourCycle, localeWith } from '@/lib/account/date-locales'
import { call } from '@/lib/api/client'
import { updateAccount } from '@/lib/api/operations.generated'

type Props = { account: Account; browserLocale: string; now: string }

/** How the signed-in person reads dates, in every project. */
export function DateSettings({ account, browserLocale, now }: Props) {
  const router = useRouter()
  const toast = useToast()
  const { timeZone } = useZone()
  const [locale, setLocale] = useState<DateLocale | ''>(account.date_locale ?? '')
  const [clock, setClock] = useState<HourCycle | ''>(account.hour_cycle ?? '')
  const chosen = { date_locale: locale || null, hour_cycle: clock || null }
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(updateAccount, chosen),
    onSuccess: () => {
      toast('Dates are shown this way from now on.')
      // Every date on the screen is drawn by the server first.
      router.refresh()
    },
  })
  const shown = localeWith(chosen, browserLocale)
  return (
    <form
      className="panel flex max-w-xl flex-col gap-5 p-5"
      onSubmit={(event) => {
        event.preventDefault()
        mutate()
      }}
    >
      <p className="text-ink-soft">For you alone, in all of your projects. The words of the screens stay English.</p>
      <SelectField
        label="Dates are written"
        value={locale}
        onChange={(event) => setLocale(event.target.value as DateLocale | '')}
      >
        <option value="">As my browser says</option>
        {Object.entries(dateLocales).map(([id, name]) => (
          <option key={id} value={id} lang={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label="Clock" value={clock} onChange={(event) => setClock(event.target.value as HourCycle | '')}>
        <option value="">As is usual there</option>
        <option value="h23">24 hours, 14:30</option>
        <option value="h12">12 hours, 2:30 pm</option>
      </SelectField>
      <dl aria-live="polite" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 rounded-lg bg-sunken p-3">
        <dt className="text-ink-soft">In lists</dt>
        <dd data-testid="short" suppressHydrationWarning>
          {formatTime(now, 'short', timeZone, shown)}
        </dd>
        <dt className="text-ink-soft">In full</dt>
        <dd suppressHydrationWarning>{formatTime(now, 'full', timeZone, shown)}</dd>
        <dt className="text-ink-soft">As a day</dt>
        <dd suppressHydrationWarning>{formatTime(now, 'day', timeZone, shown)}</dd>
      </dl>
      {error && <ErrorNote error={error} title="Not saved" />}
      <Button tone="primary" type="submit" isBusy={isPending} className="self-start">
        Save settings
      </Button>
    </form>
  )
}
