'use client'

import { TimezoneField } from '@/components/projects/timezone-field'
import { localOf } from '@/components/time/local-time'
import { useZone } from '@/components/time/zone'
import { DateTimeField } from '@/components/ui/date-time/date-time-field'
import { SelectField } from '@/components/ui/select'
import { placeOf } from '@/lib/recurring/cadence-text'
import { aheadText } from './ahead-text'
import { CadenceFields } from './cadence-fields'
import { type RecurringDraft, safeZone } from './recurring-draft'

type Props = {
  draft: RecurringDraft
  onChange: (patch: Partial<RecurringDraft>) => void
  issueOf: (path: string, label: string) => string | null
}

const aheadMinutes = [60, 720, 1_440, 4_320, 10_080]

/** Cadence, zone, bounds and how early stories are created. */
export function ScheduleFields(props: Props) {
  const { draft, onChange, issueOf } = props
  const zone = safeZone(draft.timezone)
  const { locale } = useZone()
  const bounds = { now: localOf(new Date(), zone), locale, zone: placeOf(zone) }
  const choices = [...new Set([...aheadMinutes, draft.aheadMinutes])].sort((one, other) => one - other)
  return (
    <>
      <CadenceFields {...props} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TimezoneField
          value={draft.timezone}
          onChange={(timezone) => onChange({ timezone })}
          error={issueOf('timezone', 'The time zone')}
        />
        <SelectField
          label="Create posts"
          hint="They appear in the queue, where you can still edit them."
          options={choices.map((minutes) => ({ value: String(minutes), label: aheadText(minutes) }))}
          value={String(draft.aheadMinutes)}
          onChange={(minutes) => onChange({ aheadMinutes: Number(minutes) })}
        />
        <DateTimeField
          {...bounds}
          label="Starts"
          isOptional
          value={draft.startsAt}
          onChange={(startsAt) => onChange({ startsAt })}
          error={issueOf('starts_at', 'The start')}
        />
        <DateTimeField
          {...bounds}
          label="Ends"
          isOptional
          value={draft.endsAt}
          onChange={(endsAt) => onChange({ endsAt })}
          error={issueOf('ends_at', 'The end')}
        />
      </div>
    </>
  )
}
