import { localOf } from '@/components/time/local-time'
import type { CalendarData } from '../data/cards'
import type { RecurringSlot } from '../data/use-recurring-slots'

/** Stories and recurring posts at a minute of a day. */
export type HourEntry = { day: string; minute: number; count: number }

/** What hour views show, for “N earlier” and “N later”. Stories that are not loaded count at the end of their hour. */
export function hourEntries(
  { data, recurring }: { data: CalendarData; recurring: readonly RecurringSlot[] },
  timeZone: string,
): HourEntry[] {
  const known = [...data.stories, ...recurring].map(({ at }) => localOf(at, timeZone))
  const inHour = new Map<string, number>()
  for (const { at } of data.stories) {
    const hour = localOf(at, timeZone).slice(0, 13)
    inHour.set(hour, (inHour.get(hour) ?? 0) + 1)
  }
  const unknown = data.counts.flatMap(({ local, count }) => {
    const rest = count - (inHour.get(local) ?? 0)
    return local.length === 13 && rest > 0 ? [{ ...entryOf(`${local}:59`), count: rest }] : []
  })
  return [...known.map(entryOf), ...unknown]
}

const entryOf = (local: string): HourEntry => ({
  day: local.slice(0, 10),
  minute: Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16)),
  count: 1,
})

const defaultHour = 8

/** The hour at which a view opens: that of the earliest entry of its days. Without entries, 08:00. */
export function openingHour(entries: readonly HourEntry[], { first, end }: { first: string; end: string }): number {
  const minutes = entries.filter(({ day }) => day >= first && day < end).map(({ minute }) => minute)
  return minutes.length > 0 ? Math.floor(Math.min(...minutes) / 60) : defaultHour
}
