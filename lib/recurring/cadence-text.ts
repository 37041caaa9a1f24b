import type { Cadence } from './cadence'

export const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** “Every Monday and Thursday at 9:00 AM, Berlin”, with the time as the locale writes it. */
export const cadenceText = (cadence: Cadence, timezone: string, locale: string): string =>
  `${cadenceWords(cadence, locale)}, ${placeOf(timezone)}`

/** “Europe/Berlin” → “Berlin”. */
export const placeOf = (timezone: string): string => (timezone.split('/').at(-1) ?? timezone).replaceAll('_', ' ')

function cadenceWords(cadence: Cadence, locale: string): string {
  switch (cadence.kind) {
    case 'daily':
      return `Every day at ${timeText(cadence.time, locale)}`
    case 'weekly':
      return `Every ${weekdaysText(cadence.weekdays)} at ${timeText(cadence.time, locale)}`
    case 'monthly':
      return `Every month on ${dayText(cadence.day_of_month)} at ${timeText(cadence.time, locale)}`
    case 'cron':
      return `Cron ${cadence.cron}`
  }
}

/** “09:00” → “9:00 AM”. Text that is no time stays. */
export function timeText(time: string, locale: string): string {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return time
  const format = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
  // Browsers and Node.js have different spaces there.
  return format.format(new Date(`1970-01-01T${time}:00Z`)).replace(/\s([ap]\.?m\b)/i, '\u00a0$1')
}

function weekdaysText(weekdays: readonly number[]): string {
  const days = weekdays.join('')
  if (days === '1234567') return 'day'
  if (days === '12345') return 'weekday'
  const names = weekdays.map((day) => weekdayNames[day - 1] ?? '')
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '')
}

const dayText = (day: number | 'last'): string => (day === 'last' ? 'the last day' : `day ${day}`)
