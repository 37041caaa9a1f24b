import { Temporal } from 'temporal-polyfill'
import type { Cut } from './repository'

/** Number of days, weeks or months that a span touches in the time zone, including the first and last. */
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
