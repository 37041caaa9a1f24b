import { addDays, weekdayOf } from '@/lib/calendar-days'
import { dayOf, instantOf } from './local-time'

const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** A time of the week. Monday is 1. */
type WeeklyTime = { weekday: number; hour: number; minute: number }

/** The next occurrence, as a local time in the zone. */
export function nextWeeklyTime({ weekday, hour, minute }: WeeklyTime, timeZone: string, now: Date): string | null {
  const today = dayOf(now, timeZone)
  for (let days = 0; days <= 7; days++) {
    const day = addDays(today, days)
    if ((weekdayOf(day) || 7) !== weekday) continue
    const local = `${day}T${twoDigits(hour)}:${twoDigits(minute)}`
    const at = instantOf(local, timeZone)
    if (at && at > now) return local
  }
  return null
}
