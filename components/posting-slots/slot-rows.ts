import { tidyTime } from '@/components/time/tidy-time'
import type { PostingSlot } from '@/lib/posting-slots/contract'

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

const isTime = (time: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(time)

/** What keeps a row from being saved. Null: nothing. */
export function problemOf({ time, weekdays }: SlotRow): string | null {
  if (!isTime(tidyTime(time))) return 'Enter a time from 00:00 to 23:59.'
  return weekdays.length === 0 ? 'Choose at least one day, or remove the time.' : null
}
