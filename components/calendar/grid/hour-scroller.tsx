'use client'

import styles from '@fullcalendar/react/protected-styles'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { zoneName, zoneOffset } from '@/components/time/formats'
import { instantOf } from '@/components/time/local-time'
import { useZone } from '@/components/time/zone'
import { classes } from '@/components/ui/classes'
import { ScrollRegion } from '@/components/ui/scroll-region'
import { daysOf, type GridView, type ViewState } from '../data/view-state'
import { dayColumnClass, hourRowClass } from './grid-classes'
import { type HourEntry, openingHour } from './hour-entries'
import { countsHeight, OffscreenCounts } from './offscreen-counts'

/** Of the panel around it. */
const borders = 2

const stickyClasses =
  '[&_div:has(>.calendar-hour)]:sticky [&_div:has(>.calendar-hour)]:left-0 [&_div:has(>.calendar-hour)]:z-30 ' +
  '[&_div:has(>.calendar-hour)]:bg-surface ' +
  '[&_.calendar-head>div>:first-child]:sticky [&_.calendar-head>div>:first-child]:left-0 ' +
  '[&_.calendar-head>div>:first-child]:z-10 [&_.calendar-head>div>:first-child]:bg-surface ' +
  // Below the cards, whose text the line would cross out. FullCalendar puts the element around it above them.
  '[&_div:has(>.calendar-now)]:z-0!'

type Props = {
  viewState: ViewState & { view: GridView }
  now: Date
  /** In pixels. Null until the window is measured. */
  height: number | null
  entries: readonly HourEntry[]
  /** All entries of the shown days are loaded. */
  isLoaded: boolean
  /** An entry is being moved with the keyboard. The scroll position stays, also in another week. */
  isMoving: boolean
  children: ReactNode
}

/**
 * Scroll container of hour views, with a sticky header and sticky hours, up to the bottom of the window. The month view
 * doesn't scroll.
 */
export function HourScroller({ viewState, now, height, entries, isLoaded, isMoving, children }: Props) {
  const { timeZone, locale } = useZone()
  const { view, date } = viewState
  const box = useRef<HTMLElement>(null)
  const days = daysOf(viewState, locale)
  const hasCounts = entries.length > 0
  useOpeningPosition(box, {
    period: view === 'month' ? null : `${view} ${days.first}`,
    day: date,
    hour: openingHour(entries, days),
    isLoaded,
    isMoving,
  })
  const inner = <div>{children}</div>
  if (view === 'month') return inner
  const noon = instantOf(`${date}T12:00`, timeZone) ?? now
  return (
    <div className="relative">
      <span
        title={`Times are in ${zoneName(timeZone, noon)}.`}
        className="absolute top-0 left-0 z-40 flex h-9 items-center px-1.5 text-[0.6875rem] text-ink-soft"
        suppressHydrationWarning
      >
        {zoneOffset(timeZone, noon)}
      </span>
      <ScrollRegion
        ref={box}
        label="Hours"
        // FullCalendar finds the element to scroll during a drag by this class.
        className={classes(
          styles.internalScroller,
          stickyClasses,
          'max-h-[80svh] overflow-auto overscroll-contain -outline-offset-2',
        )}
        {...(height === null ? {} : { style: { maxHeight: height - borders - (hasCounts ? countsHeight : 0) } })}
      >
        {inner}
      </ScrollRegion>
      {hasCounts && <OffscreenCounts box={box} entries={entries} />}
    </div>
  )
}

type Opening = {
  /** The view and its first day. Null if it doesn't scroll. */
  period: string | null
  day: string
  hour: number
  isLoaded: boolean
  isMoving: boolean
}

/**
 * Scrolls to an hour when a period opens, and sideways to the given day. Once more when the entries of the period are
 * loaded, unless the user has scrolled.
 */
function useOpeningPosition(box: RefObject<HTMLElement | null>, { period, day, hour, isLoaded, isMoving }: Opening) {
  const opened = useRef<string>(null)
  const placed = useRef<string>(null)
  const opening = useRef({ hour, isMoving })
  opening.current = { hour, isMoving }
  const shown = useRef<string>(null)
  useEffect(() => {
    const scroller = box.current
    if (!scroller || period === null) {
      opened.current = null
      shown.current = null
      return
    }
    const isNew = shown.current !== period
    shown.current = period
    const isUntouched = placed.current === scrollPositionOf(scroller)
    // Another period keeps the position until its entries are known.
    const isKnown = isLoaded || opened.current === null
    const isOpening = isKnown && opened.current !== period && !opening.current.isMoving && (isNew || isUntouched)
    let isFirst = true
    // FullCalendar sizes the columns in several steps. Adjust until the user scrolls.
    const watcher = new ResizeObserver(() => {
      const column = scroller.querySelector<HTMLElement>(`.${dayColumnClass}[data-date="${day}"]`)
      if (!column?.offsetHeight) return
      if (!isFirst && placed.current !== scrollPositionOf(scroller)) return watcher.disconnect()
      isFirst = false
      if (isOpening) scroller.scrollTop = (column.offsetHeight * opening.current.hour) / 24
      if (isLoaded) opened.current = period
      scrollToColumn(scroller, column)
      placed.current = scrollPositionOf(scroller)
    })
    watcher.observe(scroller)
    if (scroller.firstElementChild) watcher.observe(scroller.firstElementChild)
    return () => watcher.disconnect()
  }, [box, period, day, isLoaded])
}

const scrollPositionOf = ({ scrollLeft, scrollTop }: HTMLElement): string => `${scrollLeft} ${scrollTop}`

/** Scrolls sideways if the column is not fully visible. */
function scrollToColumn(scroller: HTMLElement, column: HTMLElement): void {
  const hours = scroller.querySelector<HTMLElement>(`div:has(>.${hourRowClass})`)?.offsetWidth ?? 0
  const [frame, target] = [scroller.getBoundingClientRect(), column.getBoundingClientRect()]
  const left = frame.left + hours
  if (target.left < left - 1 || target.right > frame.right + 1) scroller.scrollLeft += target.left - left
}
