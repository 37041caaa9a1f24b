import { dayOf } from '@/components/time/local-time'
import { cellsOf } from '../data/calendar-data'
import type { CalendarCard, CalendarData } from '../data/cards'
import { groupBy } from '../data/group-by'
import type { RecurringSlot } from '../data/use-recurring-slots'
import { fitDay, linesBeside, roomIn } from './month-rows'

/** What a day of the month shows. */
export type MonthDay = { day: string; isTall: boolean; cards: CalendarCard[]; recurring: RecurringSlot[]; more: number }

type Props = {
  data: CalendarData
  recurring: readonly RecurringSlot[]
  notesOn: ReadonlyMap<string, { length: number }>
  rowHeight: number
  timeZone: string
  alwaysShown: ReadonlySet<string>
}

/** The days with stories or recurring posts, and as many of them as fit into a row. */
export function monthDays({ data, recurring, notesOn, rowHeight, timeZone, alwaysShown }: Props): MonthDay[] {
  const cells = new Map(
    cellsOf(data, { each: Number.POSITIVE_INFINITY, length: 10, timeZone }, alwaysShown).map((cell) => [
      cell.local,
      cell,
    ]),
  )
  const slots = groupBy(recurring, ({ at }) => dayOf(at, timeZone))
  return [...new Set([...cells.keys(), ...slots.keys()])].map((day) => {
    const { stories = [], more = 0 } = cells.get(day) ?? {}
    const count = stories.length + more
    const own = slots.get(day) ?? []
    const room = roomIn(rowHeight, notesOn.get(day)?.length ?? 0)
    const { isTall, shown } = fitDay(count, own.length, room)
    const first = stories.slice(0, shown)
    const dragged = stories.slice(shown).filter(({ key }) => alwaysShown.has(key))
    const cards = dragged.length > 0 ? [...first.slice(0, Math.max(0, shown - dragged.length)), ...dragged] : first
    return {
      day,
      isTall,
      cards,
      recurring: own.slice(0, linesBeside(count, own.length, room)),
      more: count - cards.length,
    }
  })
}
