import { addDays, weekdayOf } from '@/lib/calendar-days'

/** Local date and time as in `<input type="datetime-local">`: `2026-05-01T09:00`. */
export type LocalDateTime = string

type Context = {
  /** The current local time. */
  now: LocalDateTime
  /** Decides whether `1/5/2026` is 1 May or 5 January. */
  locale: string
  /** The present value. A typed time keeps its day, and a typed day keeps its time. */
  value: LocalDateTime | ''
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const defaultTime = '09:00'

/**
 * Reads what people type: `1 May 2026 9:00`, `May 1, 2026, 9 am`, `1/5/2026 9:00`, `2026-05-01T09:00`, `tomorrow 9:30pm`,
 * `fri 14:00`, `17:45`. Null if it is not a date and time that exists.
 */
export function parseDateTime(text: string, context: Context): LocalDateTime | null {
  const input = text.trim().toLowerCase().replace(/\s+/g, ' ')
  if (input === '') return null
  const iso = /^(\d{4}-\d{2}-\d{2})(?:[t ](\d{2}:\d{2})(?::\d{2})?)?$/.exec(input)
  if (iso?.[1]) return checked(iso[1], iso[2] ?? timeOf(context))
  const time = findTime(input)
  if (time === 'invalid') return null
  const rest = (time ? input.replace(time.text, ' ') : input)
    .replace(/\bat\b|,/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const today = context.now.slice(0, 10)
  if (rest === '') {
    if (!time) return null
    const day = context.value.slice(0, 10) || (time.at > context.now.slice(11) ? today : addDays(today, 1))
    return checked(day, time.at)
  }
  const day = findDay(rest, today, context.locale)
  return day && checked(day, time ? time.at : timeOf(context))
}

/** A time for the placeholder: the next full hour, tomorrow. */
export function exampleTime(now: LocalDateTime): LocalDateTime {
  const hour = Number(now.slice(11, 13)) + 1
  const day = addDays(now.slice(0, 10), hour > 23 ? 2 : 1)
  return `${day}T${pad(hour % 24)}:00`
}

const timeOf = ({ value }: Context): string => value.slice(11) || defaultTime

/** `9:00`, `9.30 pm`, `9am`. A number alone is no time. */
function findTime(input: string): { text: string; at: string } | 'invalid' | null {
  const match =
    /(?:^|[\s,])(\d{1,2}):(\d{2})(?::\d{2})?\s*([ap])?\.?(?:m\.?)?(?=$|[\s,])/.exec(input) ??
    /(?:^|[\s,])(\d{1,2})(?:[.:](\d{2}))?\s*([ap])\.?m\.?(?=$|[\s,])/.exec(input)
  if (!match) return null
  const [text, hourText, minuteText = '00', half] = match
  const hour = Number(hourText)
  if (Number(minuteText) > 59 || hour > (half ? 12 : 23) || (half && hour === 0)) return 'invalid'
  const inDay = half ? (hour % 12) + (half === 'p' ? 12 : 0) : hour
  return { text, at: `${pad(inDay)}:${minuteText}` }
}

function findDay(text: string, today: string, locale: string): string | null {
  if (text === 'today' || text === 'now') return today
  if (text === 'tomorrow') return addDays(today, 1)
  const wanted = weekdays.indexOf(text.replace(/^(?:next|on) /, '').slice(0, 3))
  if (wanted >= 0 && /^(?:(?:next|on) )?[a-z]+$/.test(text)) {
    const ahead = (wanted - weekdayOf(today) + 7) % 7
    return addDays(today, ahead === 0 ? 7 : ahead)
  }
  // A weekday beside a date is only for people.
  const bare = text.replace(/^(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*\.? /, '')
  const named =
    /^(?<day>\d{1,2})(?:st|nd|rd|th|\.)? (?<month>[a-z]{3})[a-z]*\.?(?: (?<year>\d{4}))?$/.exec(bare) ??
    /^(?<month>[a-z]{3})[a-z]*\.? (?<day>\d{1,2})(?:st|nd|rd|th)?(?: (?<year>\d{4}))?$/.exec(bare)
  if (named?.groups) {
    const month = months.indexOf(named.groups.month ?? '')
    return month < 0 ? null : inYear(named.groups.year, month + 1, Number(named.groups.day), today)
  }
  const numeric = /^(\d{1,2})[./-](\d{1,2})(?:[./-](\d{4}))?\.?$/.exec(bare)
  if (!numeric) return null
  const [one, two] = [Number(numeric[1]), Number(numeric[2])]
  const isMonthFirst = /-(?:US|PH)$/.test(locale) && bare.includes('/')
  return isMonthFirst ? inYear(numeric[3], one, two, today) : inYear(numeric[3], two, one, today)
}

/** Without a year: the next such day. */
function inYear(year: string | undefined, month: number, day: number, today: string): string {
  const inThisYear = `${year ?? today.slice(0, 4)}-${pad(month)}-${pad(day)}`
  return year || inThisYear >= today ? inThisYear : `${Number(today.slice(0, 4)) + 1}${inThisYear.slice(4)}`
}

const pad = (value: number): string => String(value).padStart(2, '0')

/** Null for a day or time that does not exist, such as 30 February. */
function checked(day: string, time: string): LocalDateTime | null {
  const ms = Date.parse(`${day}T${time}Z`)
  const local = `${day}T${time}`
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 16) !== local ? null : local
}
