import type { DateColumn, DateOrder } from '@/lib/import-content'

/** A date and time of a cell. `instant` if it has an offset, otherwise a local `date` and maybe a `time`. */
export type ReadDate = { instant: string } | { date: string; time: string | null }

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const isoInstant = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?(?:\.\d+)? ?(Z|[+-]\d\d:?\d\d)$/i
const timeAtEnd =
  /^(.+?)(?:\s*,?\s+(?:at\s+|@\s*)?|T)(\d{1,2}(?:[:.]\d\d){1,2}(?:\.\d+)?\s*(?:[ap]\.?m\.?)?|\d{1,2}\s*[ap]\.?m\.?)$/i
const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d\d)$/
const weekday = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+/i
const dayMonth = /^(\d{1,2})(?:st|nd|rd|th)?[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{4})$/i
const monthDay = /^([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/i
const clock = /^(\d{1,2})(?:[:.](\d\d))?(?:[:.](\d\d))?(?:\.\d+)?\s*(?:([ap])\.?m\.?)?$/i

/** Splits `5/1/2026 9:00 AM` into date and time. */
function split(text: string): { day: string; time: string | null } {
  const [, day, time] = timeAtEnd.exec(text) ?? []
  return day && time ? { day: day.trim(), time } : { day: text, time: null }
}

/**
 * Decides the order of day and month by the whole column: a first number over 12 is a day. Dots mean day first.
 *
 * @param preferred the order if the dates fit both
 */
export function readDateColumn(cells: readonly string[], preferred: DateOrder): DateColumn {
  const found = { dmy: 0, mdy: 0 }
  let open: string | null = null
  for (const cell of cells) {
    const [, first, separator, second] = yearLast.exec(split(cell.trim().replace(weekday, '')).day) ?? []
    if (!first || !second) continue
    if (separator === '.' || Number(first) > 12) found.dmy += 1
    else if (Number(second) > 12) found.mdy += 1
    else if (first !== second) open ??= cell.trim()
  }
  if (found.dmy > 0 && found.mdy > 0) {
    return { order: found.mdy > found.dmy ? 'mdy' : 'dmy', is_ambiguous: true, example: open }
  }
  if (found.dmy > 0) return { order: 'dmy', is_ambiguous: false, example: null }
  if (found.mdy > 0) return { order: 'mdy', is_ambiguous: false, example: null }
  return { order: preferred, is_ambiguous: open !== null, example: open }
}

/** North and South America write the month first only in the USA, but most of their zones are shared with it. */
export const usualOrder = (timezone: string | null): DateOrder =>
  /^(?:America|US)\//.test(timezone ?? '') ? 'mdy' : 'dmy'

const padded = (value: string | number): string => String(value).padStart(2, '0')
const fullYear = (year: string): string => (year.length === 2 ? `20${year}` : year)

/** Reads a date with or without a time. Null if it is none. The day may not exist. */
export function readDate(cell: string, order: DateOrder): ReadDate | null {
  const text = cell.trim().replace(/\s+/g, ' ')
  const [, isoDay, isoTime, seconds = ':00', offset] = isoInstant.exec(text) ?? []
  if (isoDay && isoTime && offset) return { instant: `${isoDay}T${isoTime}${seconds}${withColon(offset)}` }
  const { day, time } = split(text.replace(weekday, ''))
  const date = readDay(day.replace(/,$/, ''), order)
  if (date === null) return null
  if (time === null) return { date, time: null }
  const clockTime = readTime(time)
  return clockTime === null ? null : { date, time: clockTime }
}

const withColon = (offset: string): string => offset.toUpperCase().replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')

function readDay(text: string, order: DateOrder): string | null {
  const [, year, , month, day] = yearFirst.exec(text) ?? []
  if (year && month && day) return `${year}-${padded(month)}-${padded(day)}`
  const [, first, separator, second, last] = yearLast.exec(text) ?? []
  if (first && second && last) {
    const isDayFirst = separator === '.' || order === 'dmy'
    const [d, m] = isDayFirst ? [first, second] : [second, first]
    return Number(m) > 12 ? null : `${fullYear(last)}-${padded(m)}-${padded(d)}`
  }
  const [, namedDay, name, namedYear] = dayMonth.exec(text) ?? []
  if (namedDay && name && namedYear) return withMonth(namedYear, name, namedDay)
  const [, otherName, otherDay, otherYear] = monthDay.exec(text) ?? []
  return otherName && otherDay && otherYear ? withMonth(otherYear, otherName, otherDay) : null
}

function withMonth(year: string, name: string, day: string): string | null {
  const month = months.indexOf(name.slice(0, 3).toLowerCase()) + 1
  return month === 0 ? null : `${year}-${padded(month)}-${padded(day)}`
}

/** Reads `9:00`, `09:00:30`, `9.00`, `9 pm` or `9:00 a.m.` as HH:MM:SS. Null if it is no time. */
export function readTime(cell: string): string | null {
  const [whole, hours, minutes, seconds = '00', half] = clock.exec(cell.trim()) ?? []
  if (whole === undefined || hours === undefined || (minutes === undefined && half === undefined)) return null
  const hour = Number(hours)
  if (Number(minutes ?? 0) > 59 || Number(seconds) > 59) return null
  if (half === undefined) return hour > 23 ? null : `${padded(hour)}:${minutes}:${seconds}`
  if (hour < 1 || hour > 12) return null
  const isAfternoon = half.toLowerCase() === 'p'
  return `${padded((hour % 12) + (isAfternoon ? 12 : 0))}:${minutes ?? '00'}:${seconds}`
}
