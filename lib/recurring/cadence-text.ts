import type { Cadence } from './cadence'

export const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** “Every Monday and Thursday at 9:00, Berlin”. */
export const cadenceText = (cadence: Cadence, timezone: string): string =>
  `${cadenceWords(cadence)}, ${placeOf(timezone)}`

/** “Europe/Berlin” → “Berlin”. */
export const placeOf = (timezone: string): string => (timezone.split('/').at(-1) ?? timezone).replaceAll('_', ' ')

function cadenceWords(cadence: Cadence): string {
  switch (cadence.kind) {
    case 'daily':
      return `Every day at ${shortTime(cadence.time)}`
    case 'weekly':
      return `Every ${weekdaysText(cadence.weekdays)} at ${shortTime(cadence.time)}`
    case 'monthly':
      return `Every month on ${dayText(cadence.day_of_month)} at ${shortTime(cadence.time)}`
    case 'cron':
      return `Cron ${cadence.cron}`
  }
}

const shortTime = (time: string): string => time.replace(/^0/, '')

function weekdaysText(weekdays: readonly number[]): string {
  const days = weekdays.join('')
  if (days === '1234567') return 'day'
  if (days === '12345') return 'weekday'
  const names = weekdays.map((day) => weekdayNames[day - 1] ?? '')
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '')
}

const dayText = (day: number | 'last'): string => (day === 'last' ? 'the last day' : `day ${day}`)
