'use client'

import styles from '@fullcalendar/react/protected-styles'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { classes } from '@/components/ui/classes'

/** Marks the column of a day, to be found again. */
export const lane = 'calendar-lane'
/** Marks the rows of hours and the head of the days, whose first cells stay while the days go by beneath them. */
export const hour = 'calendar-hour'
export const head = 'calendar-head'

const firstHour = 7

const staying =
  '[&_div:has(>.calendar-hour)]:sticky [&_div:has(>.calendar-hour)]:left-0 [&_div:has(>.calendar-hour)]:z-30 ' +
  '[&_div:has(>.calendar-hour)]:bg-surface ' +
  '[&_.calendar-head>div>:first-child]:sticky [&_.calendar-head>div>:first-child]:left-0 ' +
  '[&_.calendar-head>div>:first-child]:z-10 [&_.calendar-head>div>:first-child]:bg-surface'

/**
 * Hours and days scroll in one box: the days' heads stay at its top and the hours at its left. On a phone a week is wider
 * than the screen, and three of its days are seen at once. A month stands in it as it is.
 */
export function HoursBox({
  view,
  day,
  children,
}: {
  view: 'month' | 'week' | 'day'
  /** The one that is meant: it is brought into view. */
  day: string
  children: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  useHoursInView(box, view, day)
  const inner = <div className={classes(view === 'week' && 'min-w-3xl sm:min-w-2xl')}>{children}</div>
  if (view === 'month') return <div ref={box}>{inner}</div>
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent off.
    <div
      ref={box}
      role="group"
      aria-label="Hours"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls by itself can be scrolled with the keyboard.
      tabIndex={0}
      // By its class the library knows what to scroll when something is dragged to the edge.
      className={classes(styles.internalScroller, staying, 'max-h-[min(44rem,80svh)] overflow-auto -outline-offset-2')}
    >
      {inner}
    </div>
  )
}

/** The working day first, and of a week that is wider than its box the day that is meant. */
function useHoursInView(box: RefObject<HTMLDivElement | null>, view: string, day: string): void {
  const opened = useRef<string>(null)
  useEffect(() => {
    const scroller = box.current
    const isOpening = opened.current !== view
    if (view === 'month') opened.current = null
    if (!scroller || view === 'month') return
    let placed: string | null = null
    // The library draws when it likes, and gives the columns their size in steps: until somebody scrolls, each is followed.
    const watcher = new ResizeObserver(() => {
      const column = scroller.querySelector<HTMLElement>(`.${lane}[data-date="${day}"]`)
      if (!column?.offsetHeight) return
      if (placed !== null && placed !== placeOf(scroller)) return watcher.disconnect()
      if (isOpening) scroller.scrollTop = (column.offsetHeight * firstHour) / 24
      opened.current = view
      bringIntoView(scroller, column)
      placed = placeOf(scroller)
    })
    watcher.observe(scroller)
    if (scroller.firstElementChild) watcher.observe(scroller.firstElementChild)
    return () => watcher.disconnect()
  }, [box, view, day])
}

const placeOf = ({ scrollLeft, scrollTop }: HTMLElement): string => `${scrollLeft} ${scrollTop}`

/** The day that is meant comes first, where not all of them have room. */
function bringIntoView(scroller: HTMLElement, column: HTMLElement): void {
  const hours = scroller.querySelector<HTMLElement>(`div:has(>.${hour})`)?.offsetWidth ?? 0
  const [around, own] = [scroller.getBoundingClientRect(), column.getBoundingClientRect()]
  const left = around.left + hours
  if (own.left < left - 1 || own.right > around.right + 1) scroller.scrollLeft += own.left - left
}
