import { Temporal } from 'temporal-polyfill'
import type { Cut } from './repository'

/** How many days, weeks or months of the zone a span touches, its first and its last one included. */
export function countIntervals([first, last]: readonly [Date, Date], { interval, timeZone }: Cut): number {
  const [start, end] = [startOfInterval(first, interval, timeZone), startOfInterval(last, interval, timeZone)]
  const unit = `${interval}s` as const
  return start.until(end, { largestUnit: unit })[unit] + 1
}

function startOfInterval(at: Date, interval: Cut['interval'], timeZone: string): Temporal.PlainDate {
  const day = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()
  if (interval === 'month') return day.with({ day: 1 })
  return interval === 'week' ? day.subtract({ days: day.dayOfWeek - 1 }) : day
}
