/** Arithmetic with calendar days (`2026-05-01`), independent of zones and clock changes. */

const dayMs = 86_400_000
export const atUtc = (day: string): Date => new Date(`${day}T00:00:00Z`)
const format = (date: Date): string => date.toISOString().slice(0, 10)

export const addDays = (day: string, days: number): string => format(new Date(atUtc(day).getTime() + days * dayMs))

/** The same day of another month, or its last day. */
export function addMonths(day: string, months: number): string {
  const first = atUtc(`${day.slice(0, 8)}01`)
  first.setUTCMonth(first.getUTCMonth() + months)
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(Number(day.slice(8)), last))
  return format(first)
}

/** 0 is Sunday. */
export const weekdayOf = (day: string): number => atUtc(day).getUTCDay()

/** Countries where weeks start on Sunday. A table, because browser and server data can differ. */
const sundayFirst = new Set('US CA MX BR JP IN IL KR TW HK SG PH TH CO PE ZA'.split(' '))

/** 0 for Sunday, 1 for Monday, by the locale's country. */
export const firstWeekdayOf = (locale: string): 0 | 1 => (sundayFirst.has(locale.split('-')[1] ?? '') ? 0 : 1)

export const startOfWeek = (day: string, firstWeekday: number): string =>
  addDays(day, -((weekdayOf(day) - firstWeekday + 7) % 7))

export const daysBetween = (one: string, other: string): number =>
  Math.round((atUtc(other).getTime() - atUtc(one).getTime()) / dayMs)

/** Whether a value is an existing day between the years 1000 and 2999. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^[12]\d{3}-\d\d-\d\d$/.test(value)) return false
  const date = atUtc(value)
  return !Number.isNaN(date.getTime()) && format(date) === value
}

/** `count` days from `first`. */
export const daysFrom = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(first, index))

/** Adds days and minutes to a local time. */
export function shifted(local: string, { days, minutes = 0 }: { days: number; minutes?: number }): string {
  const moved = Date.parse(`${addDays(local.slice(0, 10), days)}T${local.slice(11)}Z`) + minutes * 60_000
  return new Date(moved).toISOString().slice(0, 16)
}
