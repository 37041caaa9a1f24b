import { tidyTime } from '@/components/time/tidy-time'
import type { PostingSlot } from '@/lib/posting-slots/contract'
import { timeText as timeOfDayText } from '@/lib/recurring/cadence-text'

/** One time of day with its weekdays, as it is edited. */
export type SlotRow = { key: string; time: string; weekdays: number[] }

let rowsMade = 0
export const newRow = (time: string, weekdays: number[]): SlotRow => ({ key: `row-${++rowsMade}`, time, weekdays })

/** Slots grouped by time of day, earliest first. */
export function rowsOf(slots: readonly PostingSlot[]): SlotRow[] {
  const days = new Map<string, number[]>()
  for (const { time, weekday } of slots) days.set(time, [...(days.get(time) ?? []), weekday])
  return [...days]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([time, weekdays]) =>
      newRow(
        time,
        weekdays.sort((one, other) => one - other),
      ),
    )
}

export const slotsOf = (rows: readonly SlotRow[]): PostingSlot[] =>
  rows.flatMap(({ time, weekdays }) => weekdays.map((weekday) => ({ weekday, time: tidyTime(time) })))

/** Whether two lists have the same slots. */
export function isSameSlots(one: readonly PostingSlot[], other: readonly PostingSlot[]): boolean {
  const textOf = (slots: readonly PostingSlot[]): string =>
    slots
      .map(({ weekday, time }) => `${weekday} ${time}`)
      .sort()
      .join()
  return textOf(one) === textOf(other)
}

/** “5:30 PM” or “17:30”, as the locale writes it. Text that is no time stays. */
export const timeText = (text: string, locale: string): string => {
  const time = tidyTime(text)
  return isTime(time) ? timeOfDayText(time, locale) : text
}

const isTime = (time: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(time)

/** What keeps a row from being saved. Null: nothing. */
export function problemOf({ time, weekdays }: SlotRow): string | null {
  if (!isTime(tidyTime(time))) return 'Enter a time, such as 17:30 or 5:30 pm.'
  return weekdays.length === 0 ? 'Choose at least one day, or remove the time.' : null
}
