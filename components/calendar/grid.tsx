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
import { useEffect, useMemo, useRef } from 'react'
import { useZone } from '@/components/time/zone'
import { localOf } from '@/components/time/zoned'
import { classes } from '@/components/ui/classes'
import { boxesOf, type CalendarData, type CalendarStory, whyLocked } from './calendar-data'
import { cuts, type Place } from './calendar-view'
import { Chip, More } from './chip'
import { DayHead } from './day-head'
import { addDays, firstWeekdayOf, sayDay } from './days'
import type { Target } from './use-moves'

export type Drop = { story: CalendarStory; target: Target; days: number; minutes: number }
type Props = {
  data: CalendarData
  place: Place & { view: 'month' | 'week' | 'day' }
  now: Date
  kept: ReadonlySet<string>
  mayMove: boolean
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
  const events = useEvents(props)
  const today = localOf(now, timeZone).slice(0, 10)
  const isMonth = place.view === 'month'
  useEffect(() => {
    calendar.current?.getApi().changeView(libraryViews[place.view], place.date)
  }, [place.view, place.date])
  useEffect(() => mendAccess(frame.current, !isMonth), [isMonth])
  const head = (day: string) => (
    <DayHead
      day={day}
      isToday={day === today}
      isOther={isMonth && day.slice(0, 7) !== place.date.slice(0, 7)}
      newAt={newAt(`${day}T${usualTime(day, today, now, timeZone)}`)}
    />
  )
  return (
    <div ref={frame} className="panel overflow-x-auto overflow-y-hidden">
      <div className={place.view === 'week' ? 'min-w-2xl' : 'min-w-0'}>
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
          height={isMonth ? 'auto' : '44rem'}
          allDaySlot={false}
          nowIndicator
          scrollTime="07:00"
          scrollTimeReset={false}
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
          dateClick={({ date, dateStr, allDay }) =>
            onSlot(
              allDay
                ? `${dateStr.slice(0, 10)}T${usualTime(dateStr.slice(0, 10), today, now, timeZone)}`
                : localOf(date, timeZone),
            )
          }
          {...useDragging(props)}
          dayCellTopContent={(info) => head(localOf(info.date, timeZone).slice(0, 10))}
          dayHeaderContent={(info: DayHeaderInfo) =>
            isMonth ? (
              info.weekdayText
            ) : (
              <ColumnHead info={info}>{head(localOf(info.date, timeZone).slice(0, 10))}</ColumnHead>
            )
          }
          tableHeaderClass="border-b border-line bg-surface"
          dayHeaderClass="border-line py-1.5 text-sm text-ink-soft"
          dayHeaderAlign="center"
          dayRowClass="border border-line"
          dayCellClass={({ isToday }) =>
            classes('min-h-20 sm:min-h-28 border border-line', isToday && 'bg-accent-wash/50')
          }
          dayLaneClass={({ isToday }) => classes('border border-line', isToday && 'bg-accent-wash/50')}
          slotLaneClass={({ isMinor }) => classes('border border-line', isMinor && 'border-dotted')}
          slotHeaderInnerClass="px-2"
          slotHeaderClass="border-line text-xs text-ink-soft tabular-nums"
          eventClass="mx-0.5 mb-0.5"
          eventInnerClass="h-full"
          nowIndicatorLineClass="border-t-2 border-bad"
          highlightClass="bg-accent-wash"
        />
      </div>
    </div>
  )
}

function ColumnHead({ info, children }: { info: DayHeaderInfo; children: React.ReactNode }) {
  return (
    <span className="flex items-center justify-center gap-1">
      <span>{info.weekdayText}</span>
      {children}
    </span>
  )
}

/** What the library is given: what is shown and nothing else, however many stories there are. */
function useEvents({ data, place, now, kept, mayMove }: Props): EventInput[] {
  const { timeZone } = useZone()
  // A chip's lock changes with the minute at most; the whole list is not made anew with every tick.
  const minute = Math.floor(now.getTime() / minuteMs)
  return useMemo(() => {
    const { by, each } = cuts[place.view]
    const boxes = boxesOf(data, { each, length: by === 'day' ? 10 : 13, timeZone }, kept)
    return boxes.flatMap(({ local, stories, more }) => {
      const chips: EventInput[] = stories.map((story) => ({
        id: story.id,
        start: story.at,
        end: endOf(story.at, timeZone),
        editable: mayMove,
        order: 0,
        story,
        isLocked: whyLocked(story, new Date(minute * minuteMs)) !== null,
      }))
      if (more <= 0) return chips
      const start = by === 'day' ? `${local}T23:59:00` : `${local}:00:00`
      const rest = { id: `more:${local}`, start, editable: false, order: 1, more }
      return [...chips, { ...rest, day: local.slice(0, 10), hour: by === 'day' ? null : local.slice(11) }]
    })
  }, [data, place.view, timeZone, kept, mayMove, minute])
}

/** A chip late in the evening ends with its day, or it would stand in two. */
function endOf(at: string, timeZone: string): string {
  const [hour = 0, minute = 0] = localOf(at, timeZone).slice(11).split(':').map(Number)
  const left = 24 * 60 - (hour * 60 + minute)
  const start = Math.floor(new Date(at).getTime() / minuteMs)
  return new Date((start + Math.min(chipMinutes, left)) * minuteMs).toISOString()
}

function useDragging({ place, onDrop, onLocked, onHold, now }: Props) {
  const { timeZone } = useZone()
  return {
    eventDragStart: () => onHold(true),
    eventDragStop: () => onHold(false),
    eventDrop: ({ event, delta, revert }: EventDropInfo) => {
      const { startStr } = event
      // Where it stands is the business of the data alone, which moves it at once and back if the server says no.
      revert()
      const story = event.extendedProps.story as CalendarStory
      const reason = whyLocked(story, now)
      if (reason) {
        onLocked(story, reason)
        return
      }
      const minutes = Math.round(delta.milliseconds / minuteMs)
      const local = localOf(story.at, timeZone)
      // In a month there are no hours: another day, at the time of day that it had.
      const target =
        place.view === 'month'
          ? { local: `${addDays(local.slice(0, 10), delta.days)}T${local.slice(11)}` }
          : { at: new Date(startStr) }
      onDrop({ story, target, days: delta.days, minutes })
    },
  }
}

/** When a day alone is meant: nine in the morning, and today the next full hour. */
export function usualTime(day: string, today: string, now: Date, timeZone: string): string {
  const hour = Number(localOf(now, timeZone).slice(11, 13))
  if (day !== today || hour < 9) return '09:00'
  return hour < 23 ? `${String(hour + 1).padStart(2, '0')}:00` : '23:59'
}

/**
 * What scrolls by itself can be scrolled with the keyboard, and what begins a story on a day is read out: the library
 * hides the number of a day, which it says in words beside it, and with it the link that we put there.
 */
function mendAccess(frame: HTMLElement | null, hasHours: boolean): (() => void) | undefined {
  if (!frame) return
  const mend = (): void => {
    for (const link of frame.querySelectorAll('[aria-hidden] a[data-stop]')) {
      link.closest('[aria-hidden]')?.removeAttribute('aria-hidden')
    }
    if (hasHours) dropTable(frame)
    // Measuring costs a layout, which a drag has no time for: it is done once.
    if (!hasHours || frame.querySelector('div[tabindex="0"]')) return
    for (const element of frame.querySelectorAll<HTMLElement>('div')) {
      if (element.tabIndex >= 0 || element.scrollHeight <= element.clientHeight) continue
      const { overflowY } = getComputedStyle(element)
      if (overflowY === 'auto' || overflowY === 'scroll') element.tabIndex = 0
    }
  }
  const watcher = new MutationObserver(mend)
  watcher.observe(frame, { childList: true, subtree: true })
  mend()
  return () => watcher.disconnect()
}

const partsOfTable = ['table', 'rowgroup', 'row', 'rowheader', 'columnheader', 'cell', 'gridcell']
const saidOfTable = ['label', 'labelledby', 'colcount', 'colindex', 'colspan', 'rowcount', 'rowindex', 'rowspan']

/** Hours side by side are called a table by the library, in which nothing may scroll; each chip says its day and time itself. */
function dropTable(frame: HTMLElement): void {
  for (const part of frame.querySelectorAll('[role]')) {
    if (!partsOfTable.includes(part.getAttribute('role') ?? '')) continue
    part.removeAttribute('role')
    for (const name of saidOfTable) part.removeAttribute(`aria-${name}`)
  }
}
