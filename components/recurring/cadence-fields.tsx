'use client'

import { SegmentedControl } from '@/components/ui/choices/segmented-control'
import { GroupField, TextField } from '@/components/ui/field'
import { SelectField } from '@/components/ui/select'
import type { Cadence } from '@/lib/recurring/cadence'
import { weekdayNames } from '@/lib/recurring/cadence-text'
import { type RecurringDraft, tidyTime } from './recurring-draft'

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
            value={time}
            placeholder="09:00"
            inputMode="numeric"
            autoComplete="off"
            maxLength={5}
            onChange={(event) => onChange({ time: event.target.value })}
            onBlur={() => onChange({ time: tidyTime(time) })}
            error={issueOf('cadence.time', 'The time')}
          />
        </div>
      )}
    </div>
  )
}

function Weekdays({ draft: { weekdays }, onChange, issueOf }: Props) {
  const toggle = (day: number): void =>
    onChange({
      weekdays: weekdays.includes(day) ? weekdays.filter((one) => one !== day) : [...weekdays, day].sort(),
    })
  return (
    <GroupField
      label="Weekdays"
      error={weekdays.length === 0 ? 'Choose at least one day.' : issueOf('cadence.weekdays', 'The days')}
    >
      <div className="flex flex-wrap gap-1.5">
        {weekdayNames.map((name, index) => (
          <label
            key={name}
            title={name}
            className="relative flex control-height min-w-12 items-center justify-center rounded-full border border-line-strong px-3 has-checked:border-accent has-checked:bg-accent-wash has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus)"
          >
            <input
              type="checkbox"
              aria-label={name}
              className="absolute inset-0 cursor-pointer opacity-0"
              checked={weekdays.includes(index + 1)}
              onChange={() => toggle(index + 1)}
            />
            {name.slice(0, 3)}
          </label>
        ))}
      </div>
    </GroupField>
  )
}
