'use client'

import FullCalendar, {
  type CalendarRef,
  type DayHeaderInfo,
  type EventDragStopInfo,
  type EventDropInfo,
  type EventInput,
} from '@fullcalendar/react'
import dayGrid from '@fullcalendar/react/daygrid'
import interaction from '@fullcalendar/react/interaction'
import timeGrid from '@fullcalendar/react/timegrid'
import '@fullcalendar/react/skeleton.css'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { localOf } from '@/components/time/local-time'
import { useZone } from '@/components/time/zone'
import { classes } from '@/components/ui/classes'
import { firstWeekdayOf, shifted } from '@/lib/calendar-days'
import { type CalendarData, type CalendarStory, cellsOf, lockReasonOf } from '../data/calendar-data'
import { defaultTime, formatDay } from '../data/days'
import { useIsNarrow } from '../data/use-is-narrow'
import type { RecurringSlot } from '../data/use-recurring-slots'
import { isShown, titleOf, type ViewState, viewCells } from '../data/view-state'
import { MorePopover } from '../day/more-popover'
import type { Drop } from '../move/move-story'
import { DayHeader } from './day-header'
import { GhostChip } from './ghost-chip'
import { dayColumnClass, HourScroller, headerRowClass, hourRowClass } from './hour-scroller'
import { NewStorySlot } from './new-story-slot'
import { StoryChip } from './story-chip'

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
  onLocked: (story: CalendarStory, reason: string) => void
  /** A draft of the tray was dropped on a local time. */
  onDraft: (id: string, local: string) => void
  /** A story was dropped on the tray of drafts. */
  onToTray: (story: CalendarStory) => void
  onDragChange: (isDragging: boolean) => void
}

const libraryViews = { month: 'dayGridMonth', week: 'timeGridWeek', day: 'timeGridDay' } as const
const plugins = [dayGrid, timeGrid, interaction]
/** Posts have no duration. This is the height of a chip in hour views. */
const chipMinutes = 30
const minuteMs = 60_000

/** Month, week and day views. FullCalendar does layout and drag; rendering and rules are ours. */
export default function Grid(props: Props) {
  const { viewState, now, mayMove, newAt, onSlot } = props
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
  const dayHeader = (day: string) => (
    <DayHeader
      day={day}
      isToday={day === today}
      isOther={isMonth && day.slice(0, 7) !== viewState.date.slice(0, 7)}
      isColumn={!isMonth}
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
        slotMinHeight={38}
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
          if (story) return <StoryChip story={story as CalendarStory} isFlat={!isMonth} />
          if (ghost) return <GhostChip slot={ghost as RecurringSlot} projectId={props.projectId} isFlat={!isMonth} />
          return <MorePopover count={more} day={day} />
        }}
        backgroundEventContent={({ event }) => (
          <NewStorySlot local={event.extendedProps.slot as string} isDay={isMonth} onOpen={onSlot} />
        )}
        backgroundEventClass="z-20"
        dateClick={({ date, dateStr, allDay }) =>
          onSlot(
            allDay
              ? `${dateStr.slice(0, 10)}T${defaultTime(dateStr.slice(0, 10), today, now, timeZone)}`
              : localOf(date, timeZone),
          )
        }
        droppable={mayMove}
        drop={({ date, dateStr, allDay, draggedEl }) => {
          const day = dateStr.slice(0, 10)
          const local = allDay ? `${day}T${defaultTime(day, today, now, timeZone)}` : localOf(date, timeZone)
          props.onDraft(draggedEl.dataset.draft ?? '', local)
        }}
        {...dragHandlers}
        dayCellTopContent={(info) => dayHeader(localOf(info.date, timeZone).slice(0, 10))}
        dayHeaderContent={(info: DayHeaderInfo) =>
          isMonth ? (
            info.weekdayText
          ) : (
            <ColumnHeader info={info}>{dayHeader(localOf(info.date, timeZone).slice(0, 10))}</ColumnHeader>
          )
        }
        tableHeaderClass={classes(headerRowClass, 'border-b border-line bg-surface')}
        dayHeaderClass="border-line py-1.5 text-sm text-ink-soft"
        dayHeaderAlign="center"
        // As high as its stories, and low enough for six weeks on a screen of 720 px. FullCalendar sets a higher basis.
        dayRowClass="min-h-14 basis-auto! border border-line sm:min-h-24"
        dayCellClass={({ isToday }) => classes('border border-line', isToday && 'bg-accent-wash/50')}
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
    <section ref={frame} aria-label={titleOf(viewState, locale)} className="panel overflow-hidden">
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

function ColumnHeader({ info, children }: { info: DayHeaderInfo; children: React.ReactNode }) {
  return (
    <span className="relative flex items-center justify-center gap-1">
      <span>{info.weekdayText}</span>
      {children}
    </span>
  )
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
    return cells.flatMap(({ local, stories, more }) => {
      const chips: EventInput[] = stories.map((story, order) => ({
        id: story.id,
        ...eventTimes(story.at, timeZone),
        editable: mayMove,
        order,
        story,
        isLocked: lockReasonOf(story, new Date(minute * minuteMs)) !== null,
      }))
      if (more <= 0) return chips
      // After the last visible story; in the month view at the end of the day.
      const [start, end] =
        by === 'day'
          ? [`${local}T23:59:00`, `${local}T23:59:59`]
          : [chips.at(-1)?.start ?? `${local}:00:00`, chips.at(-1)?.end ?? `${local}:59:59`]
      const rest = { id: `more:${local}`, start, end, editable: false, order: stories.length, more }
      return [...chips, { ...rest, day: local.slice(0, 10) }]
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

/**
 * Keeps the calendar as it is during a drag. FullCalendar loses the dragged event if its events change. If an option
 * changes, even a handler, it takes the drop for one from another calendar and does not call `eventDrop`.
 */
function useFrozen<T>(value: T, isFrozen: RefObject<boolean>): T {
  const last = useRef(value)
  if (!isFrozen.current) last.current = value
  return last.current
}

function useDragging({ onDrop, onLocked, onToTray, onDragChange, now }: Props) {
  const { timeZone } = useZone()
  // A ref, because it applies to the render that the start of the drag causes.
  const isDragging = useRef(false)
  const [, render] = useState(false)
  const setDragging = (next: boolean): void => {
    isDragging.current = next
    render(next)
    onDragChange(next)
  }
  return {
    isDragging,
    eventDragStart: () => setDragging(true),
    eventDragStop: ({ event, jsEvent }: EventDragStopInfo) => {
      setDragging(false)
      const story = event.extendedProps.story as CalendarStory | undefined
      if (story && isOverTray(jsEvent)) onToTray(story)
    },
    eventDrop: ({ event, delta, revert }: EventDropInfo) => {
      // The position comes from our data, which is updated optimistically.
      revert()
      const story = event.extendedProps.story as CalendarStory
      const reason = lockReasonOf(story, now)
      if (reason) {
        onLocked(story, reason)
        return
      }
      const days = delta.days
      const minutes = Math.round(delta.milliseconds / minuteMs)
      // In local time. The month view keeps the time of day.
      const target = { local: shifted(localOf(story.at, timeZone), { days, minutes }) }
      onDrop({ story, target, days, minutes })
    },
  }
}

const isOverTray = ({ clientX, clientY }: MouseEvent): boolean =>
  document.elementsFromPoint(clientX, clientY).some((element) => element.closest('[data-draft-tray]'))

/**
 * Fixes the accessibility tree: FullCalendar hides day numbers and background events from screen readers, and with them
 * our links.
 *
 * @param hoursIn locale for the labels of day columns; null in the month view
 */
function fixAccessibility(frame: HTMLElement | null, hoursIn: string | null): (() => void) | undefined {
  if (!frame) return
  const fix = (): void => {
    for (const link of frame.querySelectorAll('[aria-hidden] :is(a[data-stop], button[data-slot])')) {
      link.closest('[aria-hidden]')?.removeAttribute('aria-hidden')
    }
    if (hoursIn === null) return
    fixHourRoles(frame, hoursIn)
  }
  const watcher = new MutationObserver(fix)
  watcher.observe(frame, { childList: true, subtree: true })
  fix()
  return () => watcher.disconnect()
}

const tableRoles = ['table', 'rowgroup', 'row', 'rowheader', 'columnheader', 'cell', 'gridcell']
const tableAttributes = ['label', 'labelledby', 'colcount', 'colindex', 'colspan', 'rowcount', 'rowindex', 'rowspan']

/**
 * FullCalendar marks hour views as a table with one row. This removes those roles and makes each day a labelled group.
 */
function fixHourRoles(frame: HTMLElement, locale: string): void {
  for (const part of frame.querySelectorAll('[role]')) {
    const role = part.getAttribute('role') ?? ''
    if (!tableRoles.includes(role)) continue
    // A “Timed” label.
    if (role === 'rowheader') part.setAttribute('aria-hidden', 'true')
    part.removeAttribute('role')
    for (const name of tableAttributes) part.removeAttribute(`aria-${name}`)
  }
  for (const column of frame.querySelectorAll<HTMLElement>(`.${dayColumnClass}`)) {
    column.setAttribute('role', 'group')
    column.setAttribute('aria-label', formatDay(column.dataset.date ?? '', 'day', locale))
  }
}
