'use client'

import styles from '@fullcalendar/react/protected-styles'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { classes } from '@/components/ui/classes'
import { ScrollRegion } from '@/components/ui/scroll-region'

/** Class of the columns of days. */
export const dayColumnClass = 'calendar-lane'
/** Classes of the hour rows and the header, whose first cells are sticky. */
export const hourRowClass = 'calendar-hour'
export const headerRowClass = 'calendar-head'

const firstHour = 7
/** About as many fit on the screen. */
const visibleHours = 9

const stickyClasses =
  '[&_div:has(>.calendar-hour)]:sticky [&_div:has(>.calendar-hour)]:left-0 [&_div:has(>.calendar-hour)]:z-30 ' +
  '[&_div:has(>.calendar-hour)]:bg-surface ' +
  '[&_.calendar-head>div>:first-child]:sticky [&_.calendar-head>div>:first-child]:left-0 ' +
  '[&_.calendar-head>div>:first-child]:z-10 [&_.calendar-head>div>:first-child]:bg-surface'

/**
 * Scroll container of hour views, with a sticky header and sticky hours. On a phone the week is wider than the screen.
 * The month view doesn't scroll.
 */
export function HourScroller({
  view,
  day,
  hours,
  children,
}: {
  view: 'month' | 'week' | 'day'
  /** Scrolled into view. */
  day: string
  /** Hours with entries. */
  hours: readonly number[]
  children: ReactNode
}) {
  const box = useRef<HTMLElement>(null)
  useInitialScroll(box, view, day, openingHour(hours))
  const inner = <div className={classes(view === 'week' && 'min-w-3xl sm:min-w-2xl')}>{children}</div>
  if (view === 'month') return <div>{inner}</div>
  return (
    <ScrollRegion
      ref={box}
      label="Hours"
      // FullCalendar finds the element to scroll during a drag by this class.
      className={classes(
        styles.internalScroller,
        stickyClasses,
        'max-h-[min(44rem,80svh)] overflow-auto -outline-offset-2',
      )}
    >
      {inner}
    </ScrollRegion>
  )
}

/** 07:00, or an hour before the first entry if there would be none on the screen. */
function openingHour(hours: readonly number[]): number {
  const isUseful = hours.length === 0 || hours.some((hour) => hour >= firstHour && hour < firstHour + visibleHours)
  return isUseful ? firstHour : Math.max(0, Math.min(...hours) - 1)
}

/** Scrolls to an hour when a view opens, and to the given day. */
function useInitialScroll(box: RefObject<HTMLElement | null>, view: string, day: string, hour: number): void {
  const opened = useRef<string>(null)
  const openAt = useRef(hour)
  openAt.current = hour
  useEffect(() => {
    const scroller = box.current
    const isOpening = opened.current !== view
    if (view === 'month') opened.current = null
    if (!scroller || view === 'month') return
    let placed: string | null = null
    // FullCalendar sizes the columns in several steps. Adjust until the user scrolls.
    const watcher = new ResizeObserver(() => {
      const column = scroller.querySelector<HTMLElement>(`.${dayColumnClass}[data-date="${day}"]`)
      if (!column?.offsetHeight) return
      if (placed !== null && placed !== scrollPositionOf(scroller)) return watcher.disconnect()
      if (isOpening) scroller.scrollTop = (column.offsetHeight * openAt.current) / 24
      opened.current = view
      scrollToColumn(scroller, column)
      placed = scrollPositionOf(scroller)
    })
    watcher.observe(scroller)
    if (scroller.firstElementChild) watcher.observe(scroller.firstElementChild)
    return () => watcher.disconnect()
  }, [box, view, day])
}

const scrollPositionOf = ({ scrollLeft, scrollTop }: HTMLElement): string => `${scrollLeft} ${scrollTop}`

/** Scrolls sideways if the column is not fully visible. */
function scrollToColumn(scroller: HTMLElement, column: HTMLElement): void {
  const hours = scroller.querySelector<HTMLElement>(`div:has(>.${hourRowClass})`)?.offsetWidth ?? 0
  const [frame, target] = [scroller.getBoundingClientRect(), column.getBoundingClientRect()]
  const left = frame.left + hours
  if (target.left < left - 1 || target.right > frame.right + 1) scroller.scrollLeft += target.left - left
}
