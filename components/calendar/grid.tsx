'use client'

import FullCalendar, {
  type CalendarRef,
  type DayHeaderInfo,
  type EventDropInfo,
  type EventInput,
} from '@fullcalendar/react'
import dayGrid from '@fullcalendar/react/daygrid'
import interaction from '@fullcalendar/react/interaction'
import timeGrid from '@fullcalendar/react/timegrid'
import '@fullcalendar/react/skeleton.css'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useZone } from '@/components/time/zone'
import { localOf } from '@/components/time/zoned'
import { classes } from '@/components/ui/classes'
import { boxesOf, type CalendarData, type CalendarStory, whyLocked } from './calendar-data'
import { cuts, type Place, titleOf } from './calendar-view'
import { Chip, More } from './chip'
import { DayHead } from './day-head'
import { firstWeekdayOf, sayDay, shifted, usualTime } from './days'
import { HoursBox, head, hour, lane } from './hours-box'
import type { Target } from './move-one'
import { SlotCursor } from './slot-cursor'

export type Drop = { story: CalendarStory; target: Target; days: number; minutes: number }
type Props = {
  data: CalendarData
  place: Place & { view: 'month' | 'week' | 'day' }
  now: Date
  kept: ReadonlySet<string>
  mayMove: boolean
  /** The day or hour that the keyboard has chosen for a new story. */
  slot: string | null
  /** Where the composer opens at a local time, or null when it is past or the person may not write. */
  newAt: (local: string) => string | null
  onSlot: (local: string) => void
  onDrop: (drop: Drop) => void
  onLocked: (story: CalendarStory, reason: string) => void
  onMore: (day: string, hour: string | null) => void
  onHold: (isHeld: boolean) => void
}

const libraryViews = { month: 'dayGridMonth', week: 'timeGridWeek', day: 'timeGridDay' } as const
const plugins = [dayGrid, timeGrid, interaction]
/** A post has no length; so long is its chip where hours have a height. */
const chipMinutes = 30
const minuteMs = 60_000

/** Month, week and day. The library lays out, drags and tells where; what things look like and mean is ours. */
export default function Grid(props: Props) {
  const { place, now, mayMove, newAt, onSlot, onMore } = props
  const { timeZone, locale } = useZone()
  const calendar = useRef<CalendarRef>(null)
  const frame = useRef<HTMLDivElement>(null)
  const [isHeld, setIsHeld] = useState(false)
  const events = useStill(useEvents(props), isHeld)
  const today = localOf(now, timeZone).slice(0, 10)
  const isMonth = place.view === 'month'
  useEffect(() => {
    calendar.current?.getApi().changeView(libraryViews[place.view], place.date)
  }, [place.view, place.date])
  useEffect(() => mendAccess(frame.current, isMonth ? null : locale), [isMonth, locale])
  const headOf = (day: string) => (
    <DayHead
      day={day}
      isToday={day === today}
      isOther={isMonth && day.slice(0, 7) !== place.date.slice(0, 7)}
      isColumn={!isMonth}
      newAt={newAt(`${day}T${usualTime(day, today, now, timeZone)}`)}
    />
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent off.
    <div ref={frame} role="group" aria-label={titleOf(place, locale)} className="panel overflow-hidden">
      <HoursBox view={place.view} day={place.date}>
        <FullCalendar
          ref={calendar}
          plugins={plugins}
          initialView={libraryViews[place.view]}
          initialDate={place.date}
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
            const { story, more, day, hour } = event.extendedProps
            if (story) return <Chip story={story as CalendarStory} isFlat={!isMonth} />
            return <More count={more} day={sayDay(day, 'long', locale)} onOpen={() => onMore(day, hour)} />
          }}
          backgroundEventContent={({ event }) => (
            <SlotCursor local={event.extendedProps.slot as string} isDay={isMonth} onOpen={onSlot} />
          )}
          backgroundEventClass="z-20"
          dateClick={({ date, dateStr, allDay }) =>
            onSlot(
              allDay
                ? `${dateStr.slice(0, 10)}T${usualTime(dateStr.slice(0, 10), today, now, timeZone)}`
                : localOf(date, timeZone),
            )
          }
          {...useDragging(props, setIsHeld)}
          dayCellTopContent={(info) => headOf(localOf(info.date, timeZone).slice(0, 10))}
          dayHeaderContent={(info: DayHeaderInfo) =>
            isMonth ? (
              info.weekdayText
            ) : (
              <ColumnHead info={info}>{headOf(localOf(info.date, timeZone).slice(0, 10))}</ColumnHead>
            )
          }
          tableHeaderClass={classes(head, 'border-b border-line bg-surface')}
          dayHeaderClass="border-line py-1.5 text-sm text-ink-soft"
          dayHeaderAlign="center"
          dayRowClass="border border-line"
          dayCellClass={({ isToday }) =>
            classes('min-h-20 sm:min-h-28 border border-line', isToday && 'bg-accent-wash/50')
          }
          dayLaneClass={({ isToday }) => classes(lane, 'border border-line', isToday && 'bg-accent-wash/50')}
          slotLaneClass={({ isMinor }) => classes('border border-line', isMinor && 'border-dotted')}
          slotHeaderInnerClass="px-2"
          slotHeaderClass={classes(hour, 'border-line text-xs text-ink-soft tabular-nums')}
          eventClass="mx-0.5 mb-0.5"
          eventInnerClass="h-full"
          nowIndicatorLineClass="border-t-2 border-bad"
          highlightClass="bg-accent-wash"
        />
      </HoursBox>
    </div>
  )
}

function ColumnHead({ info, children }: { info: DayHeaderInfo; children: React.ReactNode }) {
  return (
    <span className="relative flex items-center justify-center gap-1">
      <span>{info.weekdayText}</span>
      {children}
    </span>
  )
}

/** What the library is given: what is shown and nothing else, however many stories there are. */
function useEvents({ data, place, now, kept, mayMove, slot }: Props): EventInput[] {
  const { timeZone } = useZone()
  // A chip's lock changes with the minute at most; the whole list is not made anew with every tick.
  const minute = Math.floor(now.getTime() / minuteMs)
  const isNarrow = useIsNarrow()
  const chips = useMemo(() => {
    const { by } = cuts[place.view]
    // Side by side on a phone, more than that could not be told apart.
    const each = isNarrow ? Math.min(cuts[place.view].each, by === 'hour' ? 3 : 4) : cuts[place.view].each
    const boxes = boxesOf(data, { each, length: by === 'day' ? 10 : 13, timeZone }, kept)
    return boxes.flatMap(({ local, stories, more }) => {
      const chips: EventInput[] = stories.map((story, order) => ({
        id: story.id,
        ...stretchOf(story.at, timeZone),
        editable: mayMove,
        order,
        story,
        isLocked: whyLocked(story, new Date(minute * minuteMs)) !== null,
      }))
      if (more <= 0) return chips
      // Behind the last that is shown; in a month at the very end of the day.
      const [start, end] =
        by === 'day'
          ? [`${local}T23:59:00`, `${local}T23:59:59`]
          : [chips.at(-1)?.start ?? `${local}:00:00`, chips.at(-1)?.end ?? `${local}:59:59`]
      const rest = { id: `more:${local}`, start, end, editable: false, order: stories.length, more }
      return [...chips, { ...rest, day: local.slice(0, 10), hour: by === 'day' ? null : local.slice(11) }]
    })
  }, [data, place.view, timeZone, kept, mayMove, minute, isNarrow])
  const isMonth = place.view === 'month'
  return useMemo(() => (slot ? [...chips, slotEvent(slot, isMonth)] : chips), [chips, slot, isMonth])
}

/** Drawn behind the chips, which keep their room while it passes. */
function slotEvent(local: string, isWholeDay: boolean): EventInput {
  const shown = { id: 'slot', display: 'background', slot: local }
  if (isWholeDay) return { ...shown, allDay: true, start: local.slice(0, 10) }
  return { ...shown, start: `${local}:00`, end: `${local.slice(0, 13)}:${local.slice(14) < '30' ? '30' : '59'}:00` }
}

const narrow = '(width < 40rem)'

function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (listen) => {
      const query = window.matchMedia(narrow)
      query.addEventListener('change', listen)
      return () => query.removeEventListener('change', listen)
    },
    () => window.matchMedia(narrow).matches,
    () => false,
  )
}

/** A chip late in the evening is drawn as the last of its day, or it would be cut off there, or stand in two. */
function stretchOf(at: string, timeZone: string): { start: string; end: string } {
  const local = localOf(at, timeZone)
  if (local.slice(11) > '23:30')
    return { start: `${local.slice(0, 10)}T23:30:00`, end: `${local.slice(0, 10)}T23:59:59` }
  const startMs = Math.floor(new Date(at).getTime() / minuteMs) * minuteMs
  return { start: at, end: new Date(startMs + chipMinutes * minuteMs - 1).toISOString() }
}

/** While a chip is in the hand the library is given nothing new, or it would forget which chip that was. */
function useStill<T>(value: T, isStill: boolean): T {
  const kept = useRef(value)
  if (!isStill) kept.current = value
  return kept.current
}

function useDragging({ onDrop, onLocked, onHold, now }: Props, setIsHeld: (isHeld: boolean) => void) {
  const { timeZone } = useZone()
  const hold = (isHeld: boolean): void => {
    setIsHeld(isHeld)
    onHold(isHeld)
  }
  return {
    eventDragStart: () => hold(true),
    eventDragStop: () => hold(false),
    eventDrop: ({ event, delta, revert }: EventDropInfo) => {
      // Where it stands is the business of the data alone, which moves it at once and back if the server says no.
      revert()
      const story = event.extendedProps.story as CalendarStory
      const reason = whyLocked(story, now)
      if (reason) {
        onLocked(story, reason)
        return
      }
      const days = delta.days
      const minutes = Math.round(delta.milliseconds / minuteMs)
      // By the clock on the wall, as it was shown; in a month there are no hours, so it keeps its own.
      const target = { local: shifted(localOf(story.at, timeZone), { days, minutes }) }
      onDrop({ story, target, days, minutes })
    },
  }
}

/**
 * What scrolls by itself can be scrolled with the keyboard, and what begins a story on a day is read out: the library
 * hides the number of a day, which it says in words beside it, and with it the link that we put there; and what lies
 * behind the chips, where the chosen hour is.
 *
 * @param hoursIn the locale in which columns of hours are named; null where there are none
 */
function mendAccess(frame: HTMLElement | null, hoursIn: string | null): (() => void) | undefined {
  if (!frame) return
  const mend = (): void => {
    for (const link of frame.querySelectorAll('[aria-hidden] :is(a[data-stop], button[data-slot])')) {
      link.closest('[aria-hidden]')?.removeAttribute('aria-hidden')
    }
    if (hoursIn === null) return
    nameHours(frame, hoursIn)
  }
  const watcher = new MutationObserver(mend)
  watcher.observe(frame, { childList: true, subtree: true })
  mend()
  return () => watcher.disconnect()
}

const partsOfTable = ['table', 'rowgroup', 'row', 'rowheader', 'columnheader', 'cell', 'gridcell']
const saidOfTable = ['label', 'labelledby', 'colcount', 'colindex', 'colspan', 'rowcount', 'rowindex', 'rowspan']

/**
 * Hours side by side are called a table by the library: of one row, with a week in seven cells, and nothing in it may
 * scroll. What it is in truth is a group for each day, with the day's stories as a list; each of them says its time.
 */
function nameHours(frame: HTMLElement, locale: string): void {
  for (const part of frame.querySelectorAll('[role]')) {
    const role = part.getAttribute('role') ?? ''
    if (!partsOfTable.includes(role)) continue
    // “Timed”, which is said of the hours where there are whole days beside them.
    if (role === 'rowheader') part.setAttribute('aria-hidden', 'true')
    part.removeAttribute('role')
    for (const name of saidOfTable) part.removeAttribute(`aria-${name}`)
  }
  for (const column of frame.querySelectorAll<HTMLElement>(`.${lane}`)) {
    column.setAttribute('role', 'group')
    column.setAttribute('aria-label', sayDay(column.dataset.date ?? '', 'long', locale))
  }
}
