import { dayOf } from '@/components/time/local-time'
import { cellsOf } from '../data/calendar-data'
import type { CalendarCard, CalendarData } from '../data/cards'
import { groupBy } from '../data/group-by'
import type { RecurringSlot } from '../data/use-recurring-slots'
import { fitDay, narrowHeights, roomIn } from './month-rows'

/** What a day of the month shows. */
export type MonthDay = { day: string; isTall: boolean; cards: CalendarCard[]; recurring: RecurringSlot[]; more: number }

type Props = {
  data: CalendarData
  recurring: readonly RecurringSlot[]
  notesOn: ReadonlyMap<string, { length: number }>
  rowHeight: number
  isNarrow?: boolean
  timeZone: string
  alwaysShown: ReadonlySet<string>
}

/** The days with stories or recurring posts, and as many of them as fit into a row. */
export function monthDays({
  data,
  recurring,
  notesOn,
  rowHeight,
  isNarrow = false,
  timeZone,
  alwaysShown,
}: Props): MonthDay[] {
  const cells = new Map(
    cellsOf(data, { each: Number.POSITIVE_INFINITY, length: 10, timeZone }, alwaysShown).map((cell) => [
      cell.local,
      cell,
    ]),
  )
  const slots = groupBy(recurring, ({ at }) => dayOf(at, timeZone))
  return [...new Set([...cells.keys(), ...slots.keys()])].map((day) => {
    const { stories = [], more: unloaded = 0 } = cells.get(day) ?? {}
    const count = stories.length + unloaded
    const own = slots.get(day) ?? []
    const room = roomIn(rowHeight, notesOn.get(day)?.length ?? 0)
    const { isTall, stories: shown, ...fit } = fitDay(count, own.length, room, isNarrow ? narrowHeights : undefined)
    const first = stories.slice(0, shown)
    const dragged = stories.slice(shown).filter(({ key }) => alwaysShown.has(key))
    const cards = dragged.length > 0 ? [...first.slice(0, Math.max(0, shown - dragged.length)), ...dragged] : first
    const slotsShown = own.slice(0, fit.recurring)
    const more = count - cards.length + own.length - slotsShown.length
    return { day, isTall, cards, recurring: slotsShown, more }
  })
}
