/** Formatters by locale and zone. Creating one costs more than using it a hundred times. */
const cache = new Map<string, Intl.DateTimeFormat>()

const styles = {
  /** “Fri, 1 May, 09:00”: in lists. */
  short: { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
  /** With year and seconds: in timelines and titles. */
  full: {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
  },
  day: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  /** “Friday 1 May”: if the year is clear from the context. */
  dayOfYear: { weekday: 'long', day: 'numeric', month: 'long' },
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  /** “Fri, 1 May” */
  weekday: { weekday: 'short', day: 'numeric', month: 'short' },
  /** “1 May, 09:00”: in narrow lists. */
  compact: { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
  /** “22 Nov”: if the year is clear from the context. */
  dayOfMonth: { day: 'numeric', month: 'short' },
  month: { month: 'long', year: 'numeric' },
  /** “Nov 2026”: in narrow windows. */
  monthShort: { month: 'short', year: 'numeric' },
  /** “Fri” */
  weekdayName: { weekday: 'short' },
  time: { hour: 'numeric', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

export type TimeStyle = keyof typeof styles

export function formatTime(instant: string | Date, style: TimeStyle, timeZone: string, locale: string): string {
  const key = `${style} ${timeZone} ${locale}`
  const format = cache.get(key) ?? new Intl.DateTimeFormat(locale, { ...styles[style], timeZone })
  cache.set(key, format)
  return format.format(new Date(instant)).replace(beforePeriod, '\u00a0$1')
}

/** “8:30 AM” stays in one line. Browsers and Node.js have different spaces there. */
const beforePeriod = /\s([ap]\.?m\b)/gi

/** “GMT+2”, or “UTC”: the offset of a zone at that moment. */
export function zoneOffset(timeZone: string, at: Date): string {
  const key = `offset ${timeZone}`
  const format = cache.get(key) ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' })
  cache.set(key, format)
  return format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** “Europe/Berlin, GMT+2”: the zone with its offset at that moment. */
export function zoneName(timeZone: string, at: Date): string {
  const offset = zoneOffset(timeZone, at)
  const place = timeZone.replaceAll('_', ' ')
  return offset !== timeZone ? `${place}, ${offset}` : place
}

/** “Berlin” for “Europe/Berlin”. */
export const placeOf = (timeZone: string): string => (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')

const quarterMs = 91 * 86_400_000

/** Whether two zones have the same offset all year. Some have several names. */
export const isSameTime = (one: string, other: string, now: Date): boolean =>
  [0, 1, 2, 3].every((quarter) => {
    const at = new Date(now.getTime() + quarter * quarterMs)
    return zoneOffset(one, at) === zoneOffset(other, at)
  })

let relative: Intl.RelativeTimeFormat | undefined
/** Created on first use, because it takes 100 ms on a phone. */
const relativeFormat = (): Intl.RelativeTimeFormat => {
  relative ??= new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
  return relative
}
const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** “in 3 hours”, “2 days ago”. */
export function formatRelative(instant: string | Date, now: Date): string {
  const distance = new Date(instant).getTime() - now.getTime()
  for (const [unit, ms] of units) {
    if (Math.abs(distance) >= ms) return relativeFormat().format(Math.round(distance / ms), unit)
  }
  return distance > 0 ? 'in less than a minute' : 'just now'
}

/** English with the date and time format of the reader's country. The UI is in English, so dates are too. */
export function localeOf(acceptLanguage: string | null): string {
  try {
    const first = acceptLanguage?.split(/[,;]/)[0]?.trim()
    if (!first || first === '*') return 'en-GB'
    const { region } = new Intl.Locale(first).maximize()
    return region ? `en-${region}` : 'en-GB'
  } catch {
    return 'en-GB'
  }
}
