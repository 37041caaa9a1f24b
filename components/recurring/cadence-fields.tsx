'use client'

import { useState } from 'react'
import { tidyTime } from '@/components/time/tidy-time'
import { WeekdayChoice } from '@/components/time/weekday-choice'
import { useZone } from '@/components/time/zone'
import { SegmentedControl } from '@/components/ui/choices/segmented-control'
import { GroupField, TextField } from '@/components/ui/field'
import { SelectField } from '@/components/ui/select'
import type { Cadence } from '@/lib/recurring/cadence'
import { timeText } from '@/lib/recurring/cadence-text'
import type { RecurringDraft } from './recurring-draft'

type Props = {
  draft: RecurringDraft
  onChange: (patch: Partial<RecurringDraft>) => void
  issueOf: (path: string, label: string) => string | null
}

const kinds: { value: Cadence['kind']; label: string }[] = [
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly' },
  { value: 'monthly', label: 'Monthly' },
  { value: 'cron', label: 'Custom' },
]

const days: { value: string; label: string }[] = [
  ...Array.from({ length: 31 }, (_, index) => ({ value: String(index + 1), label: `Day ${index + 1}` })),
  { value: 'last', label: 'Last day' },
]

/** How often and when. */
export function CadenceFields({ draft, onChange, issueOf }: Props) {
  const { kind, time, dayOfMonth, cron } = draft
  const { locale } = useZone()
  /** While a time is typed, its text stays as it is. */
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <div className="flex flex-col gap-4">
      <div>
        <SegmentedControl label="Repeats" segments={kinds} value={kind} onChange={(next) => onChange({ kind: next })} />
      </div>
      {kind === 'weekly' && <Weekdays {...{ draft, onChange, issueOf }} />}
      {kind === 'cron' ? (
        <TextField
          label="Cron expression"
          hint="Minute, hour, day of month, month, weekday. At most once an hour."
          value={cron}
          spellCheck={false}
          autoComplete="off"
          maxLength={200}
          onChange={(event) => onChange({ cron: event.target.value })}
          error={issueOf('cadence.cron', 'The expression')}
        />
      ) : (
        <div className="grid gap-4 sm:grid-cols-2">
          {kind === 'monthly' && (
            <SelectField
              label="Day"
              options={days}
              value={String(dayOfMonth)}
              onChange={(day) => onChange({ dayOfMonth: day === 'last' ? 'last' : Number(day) })}
              {...(typeof dayOfMonth === 'number' && dayOfMonth > 28
                ? { hint: 'In shorter months, on the last day.' }
                : {})}
            />
          )}
          <TextField
            label="Time"
            value={typed ?? timeText(time, locale)}
            placeholder={timeText('09:00', locale)}
            autoComplete="off"
            maxLength={10}
            onFocus={() => setTyped(timeText(time, locale))}
            onChange={({ target: { value } }) => {
              setTyped(value)
              onChange({ time: tidyTime(value) })
            }}
            onBlur={() => setTyped(null)}
            error={issueOf('cadence.time', 'The time')}
          />
        </div>
      )}
    </div>
  )
}

const Weekdays = ({ draft: { weekdays }, onChange, issueOf }: Props) => (
  <GroupField
    label="Weekdays"
    error={weekdays.length === 0 ? 'Choose at least one day.' : issueOf('cadence.weekdays', 'The days')}
  >
    <WeekdayChoice value={weekdays} onChange={(next) => onChange({ weekdays: next })} />
  </GroupField>
)
