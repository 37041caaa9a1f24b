import { Temporal } from 'temporal-polyfill'
import type { Cadence } from './cadence'
import { wallRuns } from './cron'

type WallTime = Temporal.PlainDateTime

/** When a recurring post takes place: its cadence, zone and bounds. */
export type Schedule = {
  cadence: Cadence
  timezone: string
  starts_at: Date | null
  ends_at: Date | null
}

/**
 * The slots after an instant, in order. A local time that a clock change skips moves forward by the gap; one that
 * occurs twice means the first.
 */
export function* slotsAfter({ cadence, timezone, starts_at, ends_at }: Schedule, after: Date): Generator<Date> {
  // Both bounds are inclusive.
  let last = starts_at && starts_at > after ? starts_at.getTime() - 1 : after.getTime()
  for (const wall of wallTimes(cadence, wallAt(new Date(last), timezone))) {
    const at = wall.toZonedDateTime(timezone, { disambiguation: 'compatible' }).epochMilliseconds
    if (ends_at && at > ends_at.getTime()) return
    // A skipped time may move onto or past the next one.
    if (at <= last) continue
    last = at
    yield new Date(at)
  }
}

/** The first slot after an instant; null when there is none. */
export const slotAfter = (schedule: Schedule, after: Date): Date | null => slotsOf(schedule, after, 1)[0] ?? null

/** The first slots after an instant. */
export function slotsOf(schedule: Schedule, after: Date, count: number): Date[] {
  const found: Date[] = []
  if (count === 0) return found
  for (const slot of slotsAfter(schedule, after)) {
    found.push(slot)
    if (found.length === count) break
  }
  return found
}

export const wallAt = (at: Date, timezone: string): WallTime =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone).toPlainDateTime()

/** Larger than any clock change, so that slots moved by one are found. */
const marginHours = 3

function* wallTimes(cadence: Cadence, from: WallTime): Generator<WallTime> {
  const start = from.subtract({ hours: marginHours })
  if (cadence.kind === 'cron') yield* cronTimes(cadence.cron, start)
  else {
    const time = Temporal.PlainTime.from(cadence.time)
    for (const date of datesFrom(cadence, start.toPlainDate())) yield date.toPlainDateTime(time)
  }
}

function* cronTimes(expression: string, start: WallTime): Generator<WallTime> {
  const runs = wallRuns(expression, new Date(start.toZonedDateTime('UTC').epochMilliseconds))
  for (let run = runs.next(); run; run = runs.next()) yield wallAt(run, 'UTC')
}

function* datesFrom(cadence: Exclude<Cadence, { kind: 'cron' }>, start: Temporal.PlainDate) {
  if (cadence.kind === 'monthly') yield* monthDates(cadence.day_of_month, start)
  else {
    for (let date = start; ; date = date.add({ days: 1 })) {
      if (cadence.kind === 'daily' || cadence.weekdays.includes(date.dayOfWeek)) yield date
    }
  }
}

/** Months are counted from the first one: adding a month to 31 January twice would give 28 March. */
function* monthDates(day: number | 'last', start: Temporal.PlainDate) {
  const first = start.toPlainYearMonth()
  for (let months = 0; ; months += 1) {
    const month = first.add({ months })
    yield month.toPlainDate({ day: day === 'last' ? month.daysInMonth : Math.min(day, month.daysInMonth) })
  }
}
