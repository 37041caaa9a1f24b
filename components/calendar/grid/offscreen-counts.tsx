'use client'

import { ChevronDown, ChevronUp } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useZone } from '@/components/time/zone'
import { classes } from '@/components/ui/classes'
import { formatDay } from '../data/days'
import { dayColumnClass, headerRowClass, hourRowClass } from './grid-classes'
import type { HourEntry } from './hour-entries'

const dayMinutes = 24 * 60
/** An entry is visible if this much of its half hour is. */
const visibleMinutes = 15

/** A day with entries above or below the visible hours. Positions in pixels within the frame. */
type Offscreen = { day: string; left: number; top: number; width: number; earlier: HourEntry[]; later: HourEntry[] }

/** The height of the counts, in pixels: a button that can be touched, and the space around it. */
export const countsHeight = 36

/**
 * “N earlier” at the top of the columns of an hour view, and “N later” below them. They scroll there. No view opens with
 * earlier entries, so that those counts cover only what was scrolled under them.
 */
export function OffscreenCounts({
  box,
  entries,
}: {
  box: RefObject<HTMLElement | null>
  entries: readonly HourEntry[]
}) {
  const days = useOffscreen(box, entries)
  const scrollTo = (minute: number): void => {
    const scroller = box.current
    const column = scroller?.querySelector<HTMLElement>(`.${dayColumnClass}`)
    if (!scroller || !column) return
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    // Half an hour of space above.
    const hourTop = ((minute - 30) / dayMinutes) * column.offsetHeight
    scroller.scrollTo({ top: Math.max(0, hourTop), behavior: isStill ? 'auto' : 'smooth' })
  }
  const labelled = (width: number): boolean => width >= 80
  return (
    <>
      {days.map(
        ({ day, left, top, width, earlier }) =>
          earlier.length > 0 && (
            <div
              key={day}
              className="pointer-events-none absolute z-30 flex justify-center pt-1"
              style={{ left, top, width }}
            >
              <Count
                {...{ day, hasLabel: labelled(width) }}
                entries={earlier}
                label="earlier"
                onShow={() => scrollTo(latestOf(earlier))}
                className="pointer-events-auto bg-raised shadow-sm"
              />
            </div>
          ),
      )}
      <div className="relative border-t border-line" style={{ height: countsHeight }}>
        {days.map(({ day, left, width, later }) => (
          <div
            key={day}
            className="absolute inset-y-0 flex items-center justify-center overflow-hidden"
            style={{ left, width }}
          >
            <Count
              {...{ day, hasLabel: labelled(width) }}
              entries={later}
              label="later"
              onShow={() => scrollTo(earliestOf(later))}
            />
          </div>
        ))}
      </div>
    </>
  )
}

const latestOf = (entries: readonly HourEntry[]): number => Math.max(...entries.map(({ minute }) => minute))
const earliestOf = (entries: readonly HourEntry[]): number => Math.min(...entries.map(({ minute }) => minute))
const countOf = (entries: readonly HourEntry[]): number => entries.reduce((sum, { count }) => sum + count, 0)

type CountProps = {
  day: string
  hasLabel: boolean
  entries: readonly HourEntry[]
  label: 'earlier' | 'later'
  onShow: () => void
  className?: string
}

function Count({ day, hasLabel, entries, label, onShow, className }: CountProps) {
  const { locale } = useZone()
  if (entries.length === 0) return null
  const Icon = label === 'earlier' ? ChevronUp : ChevronDown
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={`${countOf(entries)} ${label} on ${formatDay(day, 'day', locale)}`}
      onClick={onShow}
      className={classes(
        'inline-flex min-h-6 shrink-0 items-center gap-0.5 rounded-full border border-line pr-2 pl-1 text-xs font-medium whitespace-nowrap text-ink hover:border-accent hover:text-accent pointer-coarse:min-h-8.5',
        className,
      )}
    >
      <Icon aria-hidden size={14} />
      {countOf(entries)}
      {hasLabel && ` ${label}`}
    </button>
  )
}

/** Follows the scroll position and the layout of FullCalendar. */
function useOffscreen(box: RefObject<HTMLElement | null>, entries: readonly HourEntry[]) {
  const [offscreen, setOffscreen] = useState<Offscreen[]>([])
  const latest = useRef(entries)
  latest.current = entries
  const update = useRef(() => {})
  useEffect(() => {
    const scroller = box.current
    if (!scroller) return
    let frame = 0
    const measure = (): void => {
      frame = 0
      const next = offscreenOf(scroller, latest.current)
      setOffscreen((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
    }
    update.current = (): void => {
      frame ||= requestAnimationFrame(measure)
    }
    const onChange = (): void => update.current()
    const watcher = new ResizeObserver(onChange)
    watcher.observe(scroller)
    if (scroller.firstElementChild) watcher.observe(scroller.firstElementChild)
    scroller.addEventListener('scroll', onChange, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      watcher.disconnect()
      scroller.removeEventListener('scroll', onChange)
    }
  }, [box])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other entries are counted again.
  useEffect(() => update.current(), [entries])
  return offscreen
}

function offscreenOf(scroller: HTMLElement, entries: readonly HourEntry[]): Offscreen[] {
  const columns = [...scroller.querySelectorAll<HTMLElement>(`.${dayColumnClass}[data-date]`)]
  const [first] = columns
  const header = scroller.querySelector<HTMLElement>(`.${headerRowClass}`)?.offsetHeight ?? 0
  if (!first?.offsetHeight) return []
  const minuteAt = (y: number): number => (y / first.offsetHeight) * dayMinutes
  const from = minuteAt(scroller.scrollTop) - visibleMinutes
  const to = minuteAt(scroller.scrollTop + scroller.clientHeight - header) - visibleMinutes
  const frame = scroller.getBoundingClientRect()
  const hours = scroller.querySelector<HTMLElement>(`div:has(>.${hourRowClass})`)?.offsetWidth ?? 0
  return columns.flatMap((column): Offscreen[] => {
    const day = column.dataset.date ?? ''
    const { left, width } = column.getBoundingClientRect()
    // Columns below the sticky hours, or out of sight.
    if (left + width / 2 < frame.left + hours || left + width / 2 > frame.left + scroller.clientWidth) return []
    const own = entries.filter((entry) => entry.day === day)
    const slot = (minute: number): number => Math.floor(minute / 30) * 30
    const earlier = own.filter(({ minute }) => slot(minute) < from)
    const later = own.filter(({ minute }) => slot(minute) > to)
    const place = { left: Math.round(left - frame.left), top: header, width: Math.round(width) }
    return earlier.length + later.length > 0 ? [{ day, ...place, earlier, later }] : []
  })
}
