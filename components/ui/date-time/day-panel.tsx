'use client'

import { DayPicker } from 'react-day-picker'
import { firstWeekdayOf } from '@/lib/calendar-days'
import { Chevron, fromDate, pickerClasses, selectedDay, toDate } from './day-picker-look'

type Props = {
  /** The chosen day, or the one to start from. */
  value: string
  isChosen?: boolean
  today: string
  locale: string
  onPick: (day: string) => void
}

/** A calendar to pick one day. */
export const DayPanel = ({ value, isChosen = true, today, locale, onPick }: Props) => (
  <DayPicker
    mode="single"
    required
    autoFocus
    showOutsideDays
    fixedWeeks
    weekStartsOn={firstWeekdayOf(locale)}
    selected={isChosen ? toDate(value) : undefined}
    defaultMonth={toDate(value)}
    today={toDate(today)}
    onSelect={(date) => onPick(fromDate(date))}
    components={{ Chevron }}
    classNames={dayClasses}
  />
)

const dayClasses = { ...pickerClasses, selected: selectedDay }
