'use client'

import { Check } from 'lucide-react'
import { daysText } from '@/components/time/days-text'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { DateRange } from '@/components/ui/date-time/date-range'
import { type AnalyticsFilter, comparisons, periods } from './analytics-filter'
import { daysOfComparison, daysOfPeriod } from './analytics-queries'
import { comparisonLabels, countDays, periodLabels } from './period-text'

type Props = {
  filter: AnalyticsFilter
  today: string
  locale: string
  isComparing: boolean
  onChange: (filter: AnalyticsFilter) => void
  onClose: () => void
}

/** Presets, a calendar for other periods, and the comparison. Changes apply at once. */
export function PeriodPanel({ filter, today, locale, isComparing, onChange, onClose }: Props) {
  const days = daysOfPeriod(filter, today)
  const compared = daysOfComparison(filter, today)
  const canCompare = isComparing && filter.period !== 'all'
  const fallback = { first: today, last: today }
  return (
    <div className="flex flex-col">
      <div className="flex max-sm:flex-col">
        <div className="flex flex-col gap-3 p-2 sm:w-48">
          <Choices
            label="Period"
            values={periods}
            labels={periodLabels}
            chosen={filter.period}
            onChoose={(period) =>
              onChange({ ...filter, period, days: period === 'custom' ? (days ?? fallback) : null })
            }
          />
          {canCompare && (
            <Choices
              label="Compare with"
              values={comparisons}
              labels={comparisonLabels}
              chosen={filter.comparison}
              onChoose={(comparison) =>
                onChange({
                  ...filter,
                  comparison,
                  comparedDays: comparison === 'custom' ? (compared ?? days ?? fallback) : null,
                })
              }
            />
          )}
        </div>
        {(filter.period === 'custom' || (canCompare && filter.comparison === 'custom')) && (
          <div className="flex flex-col gap-3 border-line p-3 max-sm:border-t sm:border-l">
            {filter.period === 'custom' && (
              <DateRange
                label="Days of the period"
                value={days}
                {...{ today, locale }}
                onChange={(next) => onChange({ ...filter, days: next })}
              />
            )}
            {canCompare && filter.comparison === 'custom' && (
              <div>
                <p className="mb-1 px-2 text-xs font-medium text-ink-soft">Compare with</p>
                <DateRange
                  label="Days to compare with"
                  value={compared}
                  {...{ today, locale }}
                  onChange={(next) => onChange({ ...filter, comparedDays: next })}
                />
              </div>
            )}
          </div>
        )}
      </div>
      <div className="flex items-center justify-between gap-4 border-t border-line p-2 pl-4 text-sm">
        <p aria-live="polite" className="text-ink-soft tabular-nums">
          {days ? `${daysText(days, locale)} (${countDays(days)})` : 'All posts'}
          {days && canCompare && compared && <span className="block">compared with {daysText(compared, locale)}</span>}
        </p>
        <Button isSmall tone="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  )
}

function Choices<Value extends string>({
  label,
  values,
  labels,
  chosen,
  onChoose,
}: {
  label: string
  values: readonly Value[]
  labels: Record<Value, string>
  chosen: Value
  onChoose: (value: Value) => void
}) {
  return (
    <div>
      <p aria-hidden className="px-2 pb-1 text-xs font-medium text-ink-soft">
        {label}
      </p>
      <ul aria-label={label} className="flex flex-col">
        {values.map((value) => (
          <li key={value}>
            <button
              type="button"
              aria-pressed={value === chosen}
              onClick={() => onChoose(value)}
              className={classes(
                'flex min-h-7 w-full items-center justify-between gap-2 rounded-md px-2 text-left hover:bg-hover pointer-coarse:min-h-10',
                value === chosen && 'font-medium text-accent',
              )}
            >
              {labels[value]}
              {value === chosen && <Check aria-hidden size={16} />}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
