import type { EventInput } from '@fullcalendar/react'
import { useMemo } from 'react'
import { localOf } from '@/components/time/local-time'
import { useZone } from '@/components/time/zone'
import { cellsOf } from '../data/calendar-data'
import type { CalendarCard, CalendarData } from '../data/cards'
import type { ChipLook } from '../data/chip-context'
import { chipMinutes, foldOverlaps } from '../data/fold-overlaps'
import type { RecurringSlot } from '../data/use-recurring-slots'
import type { GridView, ViewState } from '../data/view-state'
import { slotOf } from '../day/slot-of'
import { useNotesContext } from '../notes/day-notes-context'
import { monthDays } from './month-days'
import { narrowDay, notesIn } from './month-rows'
import { weekSlots } from './week-slots'

const minuteMs = 60_000
/** Cards side by side in the day view, “+N more” included. More, or narrower ones, would cut off their texts. */
const [columnsMax, columnWidth, hoursWidth] = [6, 150, 60]
/** Two columns are not worth it: lines below each other have room for their texts. */
const columnsMin = 3

type Props = {
  data: CalendarData
  recurring: readonly RecurringSlot[]
  viewState: ViewState & { view: GridView }
  alwaysShown: ReadonlySet<string>
  mayMove: boolean
  /** The slot chosen with the keyboard for a new story. */
  slot: string | null
}

/** The members of an event that we render. */
export type ItemProps = {
  story?: CalendarCard
  ghost?: RecurringSlot
  look: ChipLook
  /** “+N more” */
  more: number
  day: string
  slot?: string
  /** Max notes of the day. */
  notes?: number
}

/**
 * FullCalendar events of the visible stories, the recurring posts, notes, “+N more” and the new-story slot.
 *
 * @param size of the rows of the month view and of the calendar, in pixels
 */
export function useCalendarEvents(
  { data, recurring, viewState: { view }, alwaysShown, mayMove, slot }: Props,
  { rowHeight, width }: { rowHeight: number; width: number | null },
): EventInput[] {
  const { timeZone } = useZone()
  const { notesOn } = useNotesContext()
  const isNarrow = width !== null && width / 7 < narrowDay
  const columns = width === null ? columnsMax : Math.min(columnsMax, Math.floor((width - hoursWidth) / columnWidth))
  const items = useMemo(() => {
    const shared = { data, recurring, timeZone, alwaysShown }
    if (view === 'month') return monthEvents({ ...shared, notesOn, rowHeight, isNarrow })
    return view === 'day' && columns >= columnsMin ? dayEvents(shared, columns) : weekEvents(shared)
  }, [data, recurring, timeZone, alwaysShown, view, notesOn, rowHeight, isNarrow, columns])
  return useMemo(() => {
    const events = items.map(
      ({ start, end, id, ...item }, order): EventInput => ({
        id,
        start,
        end,
        order,
        editable: mayMove && item.story !== undefined,
        ...item,
      }),
    )
    return slot ? [...events, slotEvent(slot, view === 'month')] : events
  }, [items, mayMove, slot, view])
}

type Item = { id: string; start: string; end: string; look: ChipLook; story?: CalendarCard; ghost?: RecurringSlot } & (
  | { more?: never }
  | { more: number; day: string; slot?: string }
  | { notes: number; day: string; more?: never }
)

const recurringId = ({ recurring_template_id, at }: RecurringSlot): string => `ghost:${recurring_template_id}:${at}`

function monthEvents(props: Parameters<typeof monthDays>[0]): Item[] {
  const { timeZone, notesOn, rowHeight, isNarrow } = props
  const [tall, line] = isNarrow ? (['column', 'stack'] as const) : (['tall', 'line'] as const)
  // Before the cards of the day.
  const notes = [...notesOn.keys()].map((day): Item => {
    const place = { start: `${day}T00:00:00`, end: `${day}T00:00:01`, look: 'line' as const }
    return { ...place, id: `notes:${day}`, notes: notesIn(rowHeight), day }
  })
  const cells = monthDays(props).flatMap(({ day, isTall, cards, recurring, more }): Item[] => [
    ...cards.map((story) => ({
      id: story.key,
      ...eventTimes(story.at, timeZone),
      look: isTall ? tall : line,
      story,
    })),
    ...recurring.map((ghost) => ({
      id: recurringId(ghost),
      ...eventTimes(ghost.at, timeZone),
      look: line,
      ghost,
    })),
    // At the end of the day.
    ...(more > 0
      ? [{ id: `more:${day}`, start: `${day}T23:59:00`, end: `${day}T23:59:59`, look: 'line' as const, more, day }]
      : []),
  ])
  return [...notes, ...cells]
}

const weekEvents = (props: Parameters<typeof weekSlots>[0]): Item[] =>
  weekSlots(props).map((item): Item => {
    const { start, end, isLine } = item
    const place = { start, end, look: isLine ? ('line' as const) : ('hour' as const) }
    if ('card' in item) return { ...place, id: item.card.key, story: item.card }
    if ('recurring' in item) return { ...place, id: recurringId(item.recurring), ghost: item.recurring }
    return { ...place, id: `more:${start}`, more: item.more, day: start.slice(0, 10), slot: slotOf(start) }
  })

function dayEvents(
  { data, recurring, timeZone, alwaysShown }: Parameters<typeof weekSlots>[0],
  columns: number,
): Item[] {
  const cells = cellsOf(data, { each: columns, length: 13, timeZone }, alwaysShown)
  const stories = foldOverlaps(cells, { columns, timeZone }, alwaysShown).flatMap(({ story, more }): Item[] => {
    const place = { ...eventTimes(story.at, timeZone), look: 'hour' as const }
    const local = localOf(story.at, timeZone)
    return [
      { ...place, id: story.key, story },
      ...(more > 0 ? [{ ...place, id: `more:${local}`, more, day: local.slice(0, 10) }] : []),
    ]
  })
  const ghosts = recurring.map((ghost): Item => {
    return { ...eventTimes(ghost.at, timeZone), id: recurringId(ghost), look: 'hour', ghost }
  })
  return [...stories, ...ghosts]
}

/** A background event, so that chips don't move. */
function slotEvent(local: string, isWholeDay: boolean): EventInput {
  const shown = { id: 'slot', display: 'background', slot: local }
  if (isWholeDay) return { ...shown, allDay: true, start: local.slice(0, 10) }
  return { ...shown, start: `${local}:00`, end: `${local.slice(0, 13)}:${local.slice(14) < '30' ? '30' : '59'}:00` }
}

/** Start and end of a chip. Late chips end at midnight, or they would span two days. */
function eventTimes(at: string, timeZone: string): { start: string; end: string } {
  const local = localOf(at, timeZone)
  if (local.slice(11) > '23:30')
    return { start: `${local.slice(0, 10)}T23:30:00`, end: `${local.slice(0, 10)}T23:59:59` }
  const startMs = Math.floor(new Date(at).getTime() / minuteMs) * minuteMs
  return { start: at, end: new Date(startMs + chipMinutes * minuteMs - 1).toISOString() }
}
