import { formatTime, type TimeStyle } from '@/components/time/formats'
import { localOf } from '@/components/time/local-time'
import { atUtc } from '@/lib/calendar-days'

/** The time of a new story on a day: 09:00, and today the next full hour. */
export function defaultTime(day: string, today: string, now: Date, timeZone: string): string {
  const hour = Number(localOf(now, timeZone).slice(11, 13))
  if (day !== today || hour < 9) return '09:00'
  return hour < 23 ? `${String(hour + 1).padStart(2, '0')}:00` : '23:59'
}

export const formatDay = (day: string, style: TimeStyle, locale: string): string =>
  formatTime(atUtc(day), style, 'UTC', locale)

const ranges = new Map<string, Intl.DateTimeFormat>()

/** “23–29 Nov”, or with both months. */
export function formatDayRange(first: string, last: string, locale: string): string {
  const range =
    ranges.get(locale) ?? new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  ranges.set(locale, range)
  return range.formatRange(atUtc(first), atUtc(last))
}
