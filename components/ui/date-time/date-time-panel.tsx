'use client'

import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { addDays, weekdayOf } from '@/lib/calendar-days'
import { Button } from '../button'
import { classes } from '../classes'
import { DayPanel } from './day-panel'
import type { LocalDateTime } from './parse-date-time'

type Props = {
  value: LocalDateTime | ''
  now: LocalDateTime
  locale: string
  /** The time zone, if nothing else names it. */
  zone?: string
  /** Shown above the calendar. */
  top?: ReactNode
  onPick: (value: LocalDateTime) => void
  /** Not for a calendar that is part of something else. */
  onClose?: () => void
}

/** Every half hour. Other times can be typed into the field. */
const times = Array.from({ length: 48 }, (_, index) => {
  const hour = String(Math.floor(index / 2)).padStart(2, '0')
  return `${hour}:${index % 2 === 0 ? '00' : '30'}`
})

/** A calendar with a list of times and a few shortcuts. */
export function DateTimePanel({ value, now, locale, zone, top, onPick, onClose }: Props) {
  const [today, time] = [now.slice(0, 10), value.slice(11) || '09:00']
  const day = value.slice(0, 10)
  const pickDay = (next: string): void => onPick(`${next}T${time}`)
  return (
    <div className="flex flex-col sm:max-w-90">
      {top}
      <div className="flex max-sm:flex-col">
        <div className="p-3">
          <DayPanel value={day || today} isChosen={day !== ''} {...{ today, locale }} onPick={pickDay} />
        </div>
        <TimeList time={value ? time : ''} locale={locale} onPick={(next) => onPick(`${day || today}T${next}`)} />
      </div>
      <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-1.5 border-t border-line bg-raised p-2">
        {shortcuts(today, locale).map(({ label, at }) => (
          <Button key={label} isSmall tone="ghost" onClick={() => onPick(at)}>
            {label}
          </Button>
        ))}
        {onClose && (
          <Button isSmall tone="primary" className="ml-auto" onClick={onClose}>
            Done
          </Button>
        )}
        {zone && <p className="w-full px-1 text-xs text-ink-soft">Time zone: {zone}</p>}
      </div>
    </div>
  )
}

function TimeList({ time, locale, onPick }: { time: string; locale: string; onPick: (time: string) => void }) {
  const list = useRef<HTMLUListElement>(null)
  const scrollToTime = useEffectEvent(() => {
    const near = time ? `${time.slice(0, 3)}${time.slice(3) < '30' ? '00' : '30'}` : '09:00'
    const shown = list.current?.querySelector<HTMLElement>(`[data-time="${near}"]`)
    if (shown && list.current) list.current.scrollTop = shown.offsetTop - 100
  })
  // Only when it opens.
  useEffect(() => scrollToTime(), [])
  return (
    <ul
      ref={list}
      aria-label="Time"
      className="relative max-h-40 overflow-y-auto border-line p-1 max-sm:border-t sm:max-h-76 sm:w-24 sm:border-l"
    >
      {times.map((each) => (
        <li key={each}>
          <button
            type="button"
            data-time={each}
            aria-pressed={each === time}
            onClick={() => onPick(each)}
            className={classes(
              'min-h-7 w-full rounded-md px-2 text-sm tabular-nums pointer-coarse:min-h-10',
              each === time ? 'bg-accent-fill font-medium text-on-accent' : 'hover:bg-hover',
            )}
          >
            {formatClock(each, locale)}
          </button>
        </li>
      ))}
    </ul>
  )
}

const formatClock = (time: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(
    Date.parse(`2026-01-01T${time}Z`),
  )

function shortcuts(today: string, locale: string): { label: string; at: LocalDateTime }[] {
  const daysToMonday = (8 - weekdayOf(today)) % 7 || 7
  const nine = formatClock('09:00', locale)
  return [
    { label: `Tomorrow, ${nine}`, at: `${addDays(today, 1)}T09:00` },
    { label: `Monday, ${nine}`, at: `${addDays(today, daysToMonday)}T09:00` },
  ]
}
