'use client'

import FullCalendar, { type CalendarRef, type DayHeaderInfo, type EventInput } from '@fullcalendar/react'
import dayGrid from '@fullcalendar/react/daygrid'
import interaction from '@fullcalendar/react/interaction'
import timeGrid from '@fullcalendar/react/timegrid'
import '@fullcalendar/react/skeleton.css'
import { useEffect, useMemo, useRef } from 'react'
import { localOf } from '@/components/time/local-time'
import { useZone } from '@/components/time/zone'
import { classes } from '@/components/ui/classes'
import { firstWeekdayOf } from '@/lib/calendar-days'
import { cellsOf, lockReasonOf } from '../data/calendar-data'
import type { CalendarCard, CalendarData } from '../data/cards'
import { defaultTime } from '../data/days'
import { chipMinutes, foldOverlaps } from '../data/fold-overlaps'
import { useIsNarrow } from '../data/use-is-narrow'
import type { RecurringSlot } from '../data/use-recurring-slots'
import { isShown, titleOf, type ViewState, viewCells } from '../data/view-state'
import { MorePopover } from '../day/more-popover'
import type { Drop } from '../move/move-story'
import { useNotesContext } from '../notes/day-notes-context'
import { DayHeader } from './day-header'
import { fixAccessibility } from './fix-accessibility'
import { GhostChip } from './ghost-chip'
import { dayColumnClass, HourScroller, headerRowClass, hourRowClass } from './hour-scroller'
import { NewStorySlot } from './new-story-slot'
import { StoryChip } from './story-chip'
import { useDraggableNotes } from './use-draggable-notes'
import { useDragging, useFrozen } from './use-dragging'

type Props = {
  projectId: string
  data: CalendarData
  /** Slots of recurring posts without a story. */
  recurring: readonly RecurringSlot[]
  viewState: ViewState & { view: 'month' | 'week' | 'day' }
  now: Date
  alwaysShown: ReadonlySet<string>
  mayMove: boolean
  /** The slot chosen with the keyboard for a new story. */
  slot: string | null
  /** The composer link for a local time; null if it is past or the user cannot write. */
  newAt: (local: string) => string | null
  onSlot: (local: string) => void
  onDrop: (drop: Drop) => void
  onLocked: (story: CalendarCard, reason: string) => void
  /** A draft of the tray was dropped on a local time. */
  onDraft: (id: string, local: string) => void
  /** A note was dropped on a day. */
  onNote: (id: string, day: string) => void
  /** A story was dropped on the tray of drafts. */
  onToTray: (story: CalendarCard) => void
  onDragChange: (isDragging: boolean) => void
}

const libraryViews = { month: 'dayGridMonth', week: 'timeGridWeek', day: 'timeGridDay' } as const
const plugins = [dayGrid, timeGrid, interaction]
/** Chips side by side in hour views, “+N more” included. More would cut off their texts. */
const columnsOf = (view: 'week' | 'day', isNarrow: boolean): number => (view === 'week' ? 2 : isNarrow ? 4 : 6)
const minuteMs = 60_000

/** Month, week and day views. FullCalendar does layout and drag; rendering and rules are ours. */
export default function Grid(props: Props) {
  const { viewState, now, mayMove, newAt, onSlot } = props
  const { mayWrite: mayMoveNotes } = useNotesContext()
  const { timeZone, locale } = useZone()
  const calendar = useRef<CalendarRef>(null)
  const frame = useRef<HTMLElement>(null)
  const { isDragging, ...dragHandlers } = useDragging(props)
  const events = useCalendarEvents(props)
  const hours = hoursOf(props, timeZone, locale)
  const today = localOf(now, timeZone).slice(0, 10)
  const isMonth = viewState.view === 'month'
  useEffect(() => {
    calendar.current?.getApi().changeView(libraryViews[viewState.view], viewState.date)
  }, [viewState.view, viewState.date])
  useEffect(() => fixAccessibility(frame.current, isMonth ? null : locale), [isMonth, locale])
  useDraggableNotes(frame, mayMoveNotes)
  const dayHeader = (day: string, weekday?: string) => (
    <DayHeader
      day={day}
      isToday={day === today}
      isOther={isMonth && day.slice(0, 7) !== viewState.date.slice(0, 7)}
      {...(weekday === undefined ? {} : { weekday })}
      newAt={newAt(`${day}T${defaultTime(day, today, now, timeZone)}`)}
    />
  )
  const grid = (
    <HourScroller view={viewState.view} day={viewState.date} hours={hours}>
      <FullCalendar
        ref={calendar}
        plugins={plugins}
        initialView={libraryViews[viewState.view]}
        initialDate={viewState.date}
        timeZone={timeZone}
        locale={locale}
        now={now.toISOString()}
        firstDay={firstWeekdayOf(locale)}
        headerToolbar={false}
        fixedWeekCount={false}
        height="auto"
        allDaySlot={false}
        nowIndicator
        snapDuration="00:15"
        slotDuration="00:30"
        slotHeaderFormat={{ hour: 'numeric', minute: '2-digit' }}
        // Two lines of text in half an hour.
        slotMinHeight={42}
        slotEventOverlap={false}
        eventOrder={['start', 'order']}
        eventDisplay="block"
        eventInteractive={false}
        eventDurationEditable={false}
        eventStartEditable={mayMove}
        eventDragMinDistance={4}
        longPressDelay={400}
        dragRevertDuration={120}
        events={events}
        eventContent={({ event }) => {
          const { story, ghost, more, day } = event.extendedProps
          if (story) return <StoryChip story={story as CalendarCard} isFlat={!isMonth} />
          if (ghost) return <GhostChip slot={ghost as RecurringSlot} projectId={props.projectId} isFlat={!isMonth} />
          return <MorePopover count={more} day={day} />
        }}
        backgroundEventContent={({ event }) => (
          <NewStorySlot local={event.extendedProps.slot as string} isDay={isMonth} onOpen={onSlot} />
        )}
        backgroundEventClass="z-20"
        dateClick={({ date, dateStr, allDay, jsEvent }) => {
          if (jsEvent.target instanceof Element && jsEvent.target.closest('[data-note], [data-stop], [data-add-note]'))
            return
          onSlot(
            allDay
              ? `${dateStr.slice(0, 10)}T${defaultTime(dateStr.slice(0, 10), today, now, timeZone)}`
              : localOf(date, timeZone),
          )
        }}
        droppable={mayMove || mayMoveNotes}
        drop={({ date, dateStr, allDay, draggedEl }) => {
          const day = dateStr.slice(0, 10)
          const { note } = draggedEl.dataset
          if (note) return props.onNote(note, day)
          const local = allDay ? `${day}T${defaultTime(day, today, now, timeZone)}` : localOf(date, timeZone)
          props.onDraft(draggedEl.dataset.draft ?? '', local)
        }}
        {...dragHandlers}
        dayCellTopContent={(info) => dayHeader(localOf(info.date, timeZone).slice(0, 10))}
        dayHeaderContent={(info: DayHeaderInfo) =>
          isMonth ? info.weekdayText : dayHeader(localOf(info.date, timeZone).slice(0, 10), info.weekdayText)
        }
        tableHeaderClass={classes(headerRowClass, 'border-b border-line bg-surface')}
        // FullCalendar makes the header of a day as wide as its text.
        dayHeaderClass={classes('border-line text-sm text-ink-soft', !isMonth && '[&>div:has(time)]:w-full!')}
        dayHeaderInnerClass={isMonth ? 'py-1.5' : 'w-full min-w-0 py-1'}
        dayHeaderAlign="center"
        // As high as its stories, and low enough for six weeks on a screen of 720 px. FullCalendar sets a higher basis.
        dayRowClass="min-h-14 basis-auto! border border-line sm:min-h-24"
        dayCellClass={({ isToday }) => classes('group/day border border-line', isToday && 'bg-accent-wash/50')}
        dayLaneClass={({ isToday }) => classes(dayColumnClass, 'border border-line', isToday && 'bg-accent-wash/50')}
        slotLaneClass={({ isMinor }) => classes('border border-line', isMinor && 'border-dotted')}
        slotHeaderInnerClass="px-2"
        slotHeaderClass={classes(hourRowClass, 'border-line text-xs text-ink-soft tabular-nums')}
        eventClass="mx-0.5 mb-0.5"
        eventInnerClass="h-full"
        nowIndicatorLineClass="border-t-2 border-bad"
        highlightClass="bg-accent-wash"
      />
    </HourScroller>
  )
  return (
    // FullCalendar makes the body unselectable at each press. A grid that is so already needs no new styles.
    <section ref={frame} aria-label={titleOf(viewState, locale)} className="panel overflow-hidden select-none">
      {useFrozen(grid, isDragging)}
    </section>
  )
}

/** Hours of the day with stories or recurring posts. Data of the previous view may have other days. */
function hoursOf({ data, recurring, viewState }: Props, timeZone: string, locale: string): number[] {
  const times = [...data.stories, ...recurring].map(({ at }) => localOf(at, timeZone))
  return times
    .filter((local) => isShown(local.slice(0, 10), viewState, locale))
    .map((local) => Number(local.slice(11, 13)))
}

/** FullCalendar events of the visible stories, “+N more” and the new-story slot. */
function useCalendarEvents({ data, recurring, viewState, now, alwaysShown, mayMove, slot }: Props): EventInput[] {
  const { timeZone } = useZone()
  // Locks change at most once a minute, so the list isn't rebuilt on every tick.
  const minute = Math.floor(now.getTime() / minuteMs)
  const isNarrow = useIsNarrow()
  const chips = useMemo(() => {
    const { by } = viewCells[viewState.view]
    // Phones fit fewer chips side by side.
    const each = isNarrow
      ? Math.min(viewCells[viewState.view].each, by === 'hour' ? 3 : 4)
      : viewCells[viewState.view].each
    const cells = cellsOf(data, { each, length: by === 'day' ? 10 : 13, timeZone }, alwaysShown)
    const chipOf = (story: CalendarCard, order: number): EventInput => ({
      id: story.key,
      ...eventTimes(story.at, timeZone),
      editable: mayMove,
      order,
      story,
      isLocked: lockReasonOf(story, new Date(minute * minuteMs)) !== null,
    })
    if (viewState.view === 'month') {
      return cells.flatMap(({ local, stories, more }) => [
        ...stories.map(chipOf),
        // At the end of the day.
        ...(more > 0
          ? [moreEvent(local, `${local}T23:59:00`, `${local}T23:59:59`, { more, order: stories.length })]
          : []),
      ])
    }
    const columns = columnsOf(viewState.view, isNarrow)
    return foldOverlaps(cells, { columns, timeZone }, alwaysShown).flatMap(({ story, more }, order) => {
      const chip = chipOf(story, order)
      const { start, end } = eventTimes(story.at, timeZone)
      return more > 0 ? [chip, moreEvent(localOf(story.at, timeZone), start, end, { more, order })] : [chip]
    })
  }, [data, viewState.view, timeZone, alwaysShown, mayMove, minute, isNarrow])
  const isMonth = viewState.view === 'month'
  return useMemo(() => {
    const ghosts = recurring.map((ghost) => ({
      id: `ghost:${ghost.recurring_template_id}:${ghost.at}`,
      ...eventTimes(ghost.at, timeZone),
      editable: false,
      ghost,
    }))
    return [...chips, ...ghosts, ...(slot ? [slotEvent(slot, isMonth)] : [])]
  }, [chips, recurring, slot, isMonth, timeZone])
}

/** “+N more”. */
const moreEvent = (local: string, start: string, end: string, { more, order }: { more: number; order: number }) => ({
  id: `more:${local}`,
  start,
  end,
  editable: false,
  order: order + 0.5,
  more,
  day: local.slice(0, 10),
})

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
