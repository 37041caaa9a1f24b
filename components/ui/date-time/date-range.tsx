'use client'

import { DayPicker } from 'react-day-picker'
import { firstWeekdayOf } from '@/lib/calendar-days'
import { Chevron, fromDate, pickerClasses, selectedDay, toDate } from './day-picker-look'

/** First and last day, `2026-05-01`. */
export type DayRange = { first: string; last: string }

type Props = {
  label: string
  value: DayRange | null
  today: string
  /** Later days can be chosen, too. */
  hasFuture?: boolean
  locale: string
  onChange: (range: DayRange) => void
}

/** A calendar to choose the first and last day of a range. The first click sets both. */
export const DateRange = ({ label, value, today, hasFuture = false, locale, onChange }: Props) => (
  <DayPicker
    mode="range"
    required
    showOutsideDays
    fixedWeeks
    aria-label={label}
    weekStartsOn={firstWeekdayOf(locale)}
    selected={value ? { from: toDate(value.first), to: toDate(value.last) } : undefined}
    defaultMonth={toDate(value?.last ?? today)}
    today={toDate(today)}
    disabled={hasFuture ? undefined : { after: toDate(today) }}
    onSelect={({ from, to }) => from && onChange({ first: fromDate(from), last: fromDate(to ?? from) })}
    components={{ Chevron }}
    classNames={rangeClasses}
  />
)

const rangeClasses = {
  ...pickerClasses,
  range_start: selectedDay,
  range_end: selectedDay,
  range_middle: 'bg-accent-wash [&>button]:rounded-none',
}
