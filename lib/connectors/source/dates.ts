const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'
const iso =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?\s*(Z|[+-]\d{2}:?\d{2}|UTC|GMT)?)?$/i
/** RFC 822, with or without weekday, and `Nov 23, 2026`. */
const dayFirst = new RegExp(
  `^(?:[a-z]{3,9},?\\s+)?(\\d{1,2})(?:st|nd|rd|th)?[\\s-](${months})[a-z]*\\.?,?[\\s-](\\d{4}|\\d{2})(.*)$`,
  'i',
)
const monthFirst = new RegExp(
  `^(?:[a-z]{3,9},?\\s+)?(${months})[a-z]*\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})(.*)$`,
  'i',
)
/** As in German. With slashes, day and month cannot be told apart. */
const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(.*)$/
const clock =
  /^[,\s]*(?:at\s+)?(?:(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([ap]m)?)?\s*(Z|[+-]\d{2}:?\d{2}|[A-Z]{1,5})?(?:\s*\([\w\s]+\))?$/i

/** RFC 2822, section 4.3, and the European zones that are often used. Others are read as UTC. */
const zoneHours: Record<string, number> = {
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
  WET: 0,
  WEST: 1,
  BST: 1,
  CET: 1,
  CEST: 2,
  EET: 2,
  EEST: 3,
}

/** Dates outside are mistakes. */
const earliestMs = Date.UTC(1990, 0, 1)
const latestYears = 10

/**
 * Parses the date formats that feeds and tables use: RFC 822, ISO 8601, Unix seconds or milliseconds, English month
 * names, `23.11.2026`. Without a zone: UTC. Null if it is none of these. `new Date()` would accept “1” and use the
 * zone of the server.
 */
export function parseDate(text: string, now: Date): Date | null {
  const given = text.trim()
  if (given.length > 100) return null
  const ms = unixMs(given) ?? isoMs(given) ?? namedMs(given) ?? dottedMs(given)
  if (ms === null || !Number.isFinite(ms) || ms < earliestMs) return null
  return ms > now.getTime() + latestYears * 365 * 86_400_000 ? null : new Date(ms)
}

function unixMs(text: string): number | null {
  if (/^\d{9,10}(\.\d+)?$/.test(text)) return Math.trunc(Number(text) * 1_000)
  return /^\d{12,13}$/.test(text) ? Number(text) : null
}

function isoMs(text: string): number | null {
  const [, year, month, day, hour = '0', minute = '0', second = '0', zone = ''] = iso.exec(text) ?? []
  if (year === undefined) return null
  return msOf([Number(year), Number(month), Number(day)], [Number(hour), Number(minute), Number(second)], zone)
}

function namedMs(text: string): number | null {
  const first = dayFirst.exec(text)
  const [day, month, year, rest] = first ? first.slice(1) : reordered(monthFirst.exec(text))
  if (day === undefined || month === undefined || year === undefined) return null
  return withClock([fullYear(year), monthNumber(month), Number(day)], rest ?? '')
}

const reordered = (match: RegExpExecArray | null): (string | undefined)[] =>
  match ? [match[2], match[1], match[3], match[4]] : []

const monthNumber = (name: string): number => months.split('|').indexOf(name.slice(0, 3).toLowerCase()) + 1

/** RFC 2822, section 4.3. */
const fullYear = (year: string): number => (year.length === 4 ? 0 : Number(year) < 50 ? 2_000 : 1_900) + Number(year)

function dottedMs(text: string): number | null {
  const [, day, month, year, rest = ''] = dotted.exec(text) ?? []
  return day === undefined ? null : withClock([Number(year), Number(month), Number(day)], rest)
}

type Day = [year: number, month: number, day: number]

function withClock(day: Day, text: string): number | null {
  const match = clock.exec(text)
  if (!match) return null
  const [, hour = '0', minute = '0', second = '0', half, zone = ''] = match
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hour)
  return msOf(day, [hours, Number(minute), Number(second)], zone)
}

function msOf([year, month, day]: Day, [hour, minute, second]: [number, number, number], zone: string): number | null {
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 24 || minute > 59 || second > 60) return null
  const ms = Date.UTC(year, month - 1, day, hour, minute, second) - offsetMs(zone)
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day ? ms : null
}

function offsetMs(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? []
  if (sign) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
  return (zoneHours[zone.toUpperCase()] ?? 0) * 3_600_000
}
