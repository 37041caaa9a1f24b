import { Temporal } from 'temporal-polyfill'

/** A time of the week: 1 is Monday; local time, `HH:MM`. */
export type WeeklySlot = { weekday: number; time: string }

/**
 * The instants of weekly slots after a time, in order and without end. A local time that a clock change skips moves
 * forward by the gap; one that occurs twice means the first. Slots at the same instant are one.
 */
export function* slotTimes(slots: readonly WeeklySlot[], timezone: string, after: Date): Generator<Date> {
  if (slots.length === 0) return
  let last = after.getTime()
  const today = Temporal.Instant.fromEpochMilliseconds(last).toZonedDateTimeISO(timezone).toPlainDate()
  // A skipped time may move into the next day.
  for (let date = today.subtract({ days: 1 }); ; date = date.add({ days: 1 })) {
    for (const at of timesOn(date, slots, timezone)) {
      if (at <= last) continue
      last = at
      yield new Date(at)
    }
  }
}

const timesOn = (date: Temporal.PlainDate, slots: readonly WeeklySlot[], timezone: string): number[] =>
  slots
    .filter(({ weekday }) => weekday === date.dayOfWeek)
    .map(({ time }) => {
      const wall = date.toPlainDateTime(Temporal.PlainTime.from(time))
      return wall.toZonedDateTime(timezone, { disambiguation: 'compatible' }).epochMilliseconds
    })
    .sort((one, other) => one - other)
