'use client'

import { Plus } from 'lucide-react'
import Link from 'next/link'
import { useZone } from '@/components/time/zone'
import { classes } from '@/components/ui/classes'
import { formatDay } from '../data/days'

/** The day number and the “New story” link. */
export function DayHeader({
  day,
  isToday,
  isOther,
  isColumn = false,
  newAt,
}: {
  day: string
  isToday: boolean
  /** In the previous or next month. */
  isOther: boolean
  /** Above the hours of a day, next to the weekday. */
  isColumn?: boolean
  /** The composer link, or null for past days. */
  newAt: string | null
}) {
  const { locale } = useZone()
  const number = Number(day.slice(8))
  const isFirst = number === 1
  return (
    <span className="group/day flex min-h-7 items-center justify-center gap-1 px-1 sm:justify-between">
      <span
        className={classes(
          'inline-flex min-w-6 items-center justify-center rounded-full px-1 text-sm leading-6 tabular-nums',
          isToday ? 'bg-accent-fill font-semibold text-on-accent' : isOther ? 'text-ink-soft' : 'font-medium text-ink',
        )}
      >
        <time dateTime={day} aria-hidden suppressHydrationWarning>
          {isFirst ? <span className="hidden lg:inline">{formatDay(day, 'dayOfMonth', locale)}</span> : number}
          {isFirst && <span className="lg:hidden">{number}</span>}
        </time>
      </span>
      {newAt && (
        <Link
          href={newAt}
          // A month has up to 42 of these.
          prefetch={false}
          data-stop
          tabIndex={-1}
          aria-label={`New story on ${formatDay(day, 'day', locale)}`}
          title="New story"
          className={classes(
            'hidden size-6 items-center justify-center rounded-md text-ink-soft opacity-0 group-hover/day:opacity-100 hover:bg-quiet-wash hover:text-ink focus-visible:opacity-100 sm:inline-flex',
            // Shown on hover only, so it must not use space in narrow columns.
            isColumn && 'absolute right-0 bg-surface',
          )}
        >
          <Plus aria-hidden size={15} />
        </Link>
      )}
    </span>
  )
}
