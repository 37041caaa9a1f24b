import { dayOf } from '@/components/time/local-time'
import { cellsOf } from '../data/calendar-data'
import type { CalendarCard, CalendarData } from '../data/cards'
import { groupBy } from '../data/group-by'
import type { RecurringSlot } from '../data/use-recurring-slots'

/** Stories of a day that was expanded with “+N more”. */
export type ExpandedDay = { data: CalendarData | undefined; error: Error | null }

/** Place of a row in the list of its day, from 1. */
type Place = { position: number; size: number }

/** What the list shows, top to bottom. Each is measured and rendered on its own. */
export type ListEntry = { id: string; day: string } & (
  | { kind: 'day' }
  | ({ kind: 'story'; story: CalendarCard } & Place)
  | ({ kind: 'slot'; slot: RecurringSlot } & Place)
  | { kind: 'rest'; hidden: number; expanded: ExpandedDay | undefined }
)

type Props = {
  data: CalendarData
  recurring: readonly RecurringSlot[]
  /** Days to show even if they have no stories. */
  otherDays: Iterable<string>
  expanded: ReadonlyMap<string, ExpandedDay>
  timeZone: string
  /** Max stories of a day that is not expanded. */
  each: number
}

/** Days with stories, recurring posts or notes, each with a heading and its rows. */
export function listEntries({ data, recurring, otherDays, expanded, timeZone, each }: Props): ListEntry[] {
  const cells = new Map(cellsOf(data, { each, length: 10, timeZone }, new Set()).map((cell) => [cell.local, cell]))
  const slots = groupBy(recurring, ({ at }) => dayOf(at, timeZone))
  const days = [...new Set([...cells.keys(), ...slots.keys(), ...otherDays])].sort()
  return days.flatMap((day): ListEntry[] => {
    const all = expanded.get(day)
    const stories = all?.data?.stories ?? cells.get(day)?.stories ?? []
    const hidden = all?.data
      ? all.data.counts.reduce((sum, { count }) => sum + count, 0) - stories.length
      : (cells.get(day)?.more ?? 0)
    const rows = [...stories, ...(slots.get(day) ?? [])].sort((one, other) => one.at.localeCompare(other.at))
    const size = rows.length
    return [
      { kind: 'day', id: day, day },
      ...rows.map((row, index): ListEntry => {
        const place = { day, position: index + 1, size }
        return 'recurring_template_id' in row
          ? { kind: 'slot', id: `${row.recurring_template_id} ${row.at}`, slot: row, ...place }
          : { kind: 'story', id: row.key, story: row, ...place }
      }),
      ...(hidden > 0 || all?.error ? [{ kind: 'rest', id: `rest ${day}`, day, hidden, expanded: all } as const] : []),
    ]
  })
}
