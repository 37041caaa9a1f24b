'use client'

import FullCalendar, { type CalendarRef, type DayHeaderInfo } from '@fullcalendar/react'
import dayGrid from '@fullcalendar/react/daygrid'
import interaction from '@fullcalendar/react/interaction'
import timeGrid from '@fullcalendar/react/timegrid'
import '@fullcalendar/react/skeleton.css'
import { type CSSProperties, useEffect, useMemo, useRef } from 'react'
import { localOf } from '@/components/time/local-time'
import { useZone } from '@/components/time/zone'
import { classes } from '@/components/ui/classes'
import { firstWeekdayOf } from '@/lib/calendar-days'
import type { CalendarCard, CalendarData } from '../data/cards'
import { defaultTime } from '../data/days'
import type { RecurringSlot } from '../data/use-recurring-slots'
import { type GridView, titleOf, type ViewState, weeksOf } from '../data/view-state'
import { MorePopover } from '../day/more-popover'
import type { Drop } from '../move/move-story'
import { NoteStrips } from '../notes/day-notes'
import { useNotesContext } from '../notes/day-notes-context'
import { hourText } from './chip-time'
import { DayHeader } from './day-header'
import { fixAccessibility } from './fix-accessibility'
import { GhostChip } from './ghost-chip'
import { dayColumnClass, fillMargin, headerRowClass, hourRowClass, nowLineClass } from './grid-classes'
import { type HourEntry, hourEntries } from './hour-entries'
import { HourScroller } from './hour-scroller'
import { lowestMonth, rowHeightOf } from './month-rows'
import { NewStorySlot } from './new-story-slot'
import { StoryChip } from './story-chip'
import { type ItemProps, useCalendarEvents } from './use-calendar-events'
import { useDraggableNotes } from './use-draggable-notes'
import { useDragging, useFrozen } from './use-dragging'
import { useFillSize } from './use-fill-size'

type Props = {
  projectId: string
  data: CalendarData
  /** Slots of recurring posts without a story. */
  recurring: readonly RecurringSlot[]
  viewState: ViewState & { view: GridView }
  now: Date
  alwaysShown: ReadonlySet<string>
  mayMove: boolean
  /** All entries of the shown days are loaded. */
  isLoaded: boolean
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

const libraryViews = {
  month: 'dayGridMonth',
  week: 'timeGridWeek',
  days: 'timeGridDays',
  day: 'timeGridDay',
} as const satisfies Record<GridView, string>
const moreViews = { timeGridDays: { type: 'timeGrid', duration: { days: 3 } } }
const plugins = [dayGrid, timeGrid, interaction]
/** Hour views scroll on their own. In lower windows the page does. */
const lowestHours = 320
const noEntries: HourEntry[] = []

/** Month, week and day views. FullCalendar does layout and drag; rendering and rules are ours. */
export default function Grid(props: Props) {
  const { viewState, now, mayMove, newAt, onSlot } = props
  const { mayWrite: mayMoveNotes } = useNotesContext()
  const { timeZone, locale } = useZone()
  const calendar = useRef<CalendarRef>(null)
  const frame = useRef<HTMLElement>(null)
  const { isDragging, ...dragHandlers } = useDragging(props)
  const isMonth = viewState.view === 'month'
  const weeks = isMonth ? weeksOf(viewState, locale) : 1
  const { height: fillHeight, width } = useFillSize(frame, isMonth ? lowestMonth(weeks) : lowestHours)
  const rowHeight = rowHeightOf(fillHeight, weeks)
  const events = useCalendarEvents(props, { rowHeight, width })
  const { data, recurring } = props
  const entries = useMemo(
    () => (isMonth ? noEntries : hourEntries({ data, recurring }, timeZone)),
    [isMonth, data, recurring, timeZone],
  )
  const today = localOf(now, timeZone).slice(0, 10)
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
      // FullCalendar gives all days of a week the height of the highest header.
      maxNotes={isMonth ? null : 3}
      newAt={newAt(`${day}T${defaultTime(day, today, now, timeZone)}`)}
    />
  )
  const grid = (
    <HourScroller
      {...{ viewState, now, entries }}
      height={fillHeight}
      isLoaded={props.isLoaded}
      isMoving={props.alwaysShown.size > 0 || props.slot !== null}
    >
      <FullCalendar
        ref={calendar}
        plugins={plugins}
        views={moreViews}
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
        slotHeaderContent={({ text }) => hourText(text)}
        // A card, or two lines that can be touched, in half an hour.
        slotMinHeight={48}
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
          const { story, look, ghost, more, day, slot, notes } = event.extendedProps as ItemProps
          if (story) return <StoryChip story={story} look={look} />
          if (notes) return <NoteStrips day={day} max={notes} />
          if (ghost) return <GhostChip slot={ghost} projectId={props.projectId} look={look} />
          return <MorePopover count={more} day={day} slot={slot} isSolid={!isMonth} />
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
        // FullCalendar would make a row as high as its stories.
        dayRowClass="h-(--month-row)! min-h-0 shrink-0 basis-auto! overflow-hidden border border-line"
        dayCellClass={({ isToday }) => classes('group/day border border-line', isToday && 'bg-accent-wash/50')}
        dayLaneClass={({ isToday }) => classes(dayColumnClass, 'border border-line', isToday && 'bg-accent-wash/50')}
        slotLaneClass={({ isMinor }) => classes('border border-line', isMinor && 'border-dotted')}
        slotHeaderInnerClass="px-2"
        slotHeaderClass={classes(hourRowClass, 'border-line text-xs text-ink-soft tabular-nums')}
        eventClass="mx-0.5 mb-0.5"
        eventInnerClass="h-full"
        nowIndicatorLineClass={classes(nowLineClass, 'border-t-2 border-bad')}
        highlightClass="bg-accent-wash"
      />
    </HourScroller>
  )
  return (
    // FullCalendar makes the body unselectable at each press. A grid that is so already needs no new styles.
    <section
      ref={frame}
      aria-label={titleOf(viewState, locale)}
      className={classes('panel overflow-hidden select-none', fillMargin)}
      style={{ '--month-row': `${rowHeight}px` } as CSSProperties}
    >
      {useFrozen(grid, isDragging)}
    </section>
  )
}
