import { wallAt } from './slots'

/** Values of tokens that do not depend on the date. */
export type TokenFacts = { pillarName: string | null; contentType: string | null }

type Facts = TokenFacts & { slot: Date; timezone: string }
type Local = ReturnType<typeof wallAt>

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

const twoDigits = (value: number): string => String(value).padStart(2, '0')
const weekdayOf = ({ dayOfWeek }: Local): string => weekdays[dayOfWeek - 1] ?? ''

const values = {
  date: (local) => local.toPlainDate().toString(),
  year: ({ year }) => String(year),
  month: ({ month }) => twoDigits(month),
  day: ({ day }) => twoDigits(day),
  weekday: weekdayOf,
  weekday_short: (local) => weekdayOf(local).slice(0, 3),
  month_long: ({ month }) => months[month - 1] ?? '',
  pillar: (_, { pillarName, contentType }) => pillarName ?? contentType ?? '',
  content_type: (_, { contentType }) => contentType ?? '',
} satisfies Record<string, (local: Local, facts: TokenFacts) => string>

type Token = keyof typeof values

const anyToken = new RegExp(`\\{\\{\\s*(${Object.keys(values).join('|')})\\s*\\}\\}`, 'gi')

/** Replaces the tokens of recurring posts, by the local date of the slot. Other tokens, such as `{{link}}`, stay. */
export function fillTokens(text: string, { slot, timezone, ...facts }: Facts): string {
  const local = wallAt(slot, timezone)
  return text.replace(anyToken, (_, name: string) => values[name.toLowerCase() as Token](local, facts))
}
