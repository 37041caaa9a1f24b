'use client'

import { Plus } from 'lucide-react'
import Link from 'next/link'
import { useZone } from '@/components/time/zone'
import { classes } from '@/components/ui/classes'
import { sayDay } from './days'

/** The number of a day, and what begins a story on it. */
export function DayHead({
  day,
  isToday,
  isOther,
  isColumn = false,
  newAt,
}: {
  day: string
  isToday: boolean
  /** Of the month before or after. */
  isOther: boolean
  /** Stands over the hours of a day, beside the weekday. */
  isColumn?: boolean
  /** Where the composer opens, or null where nothing can be planned any more. */
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
          isToday ? 'bg-accent font-semibold text-on-accent' : isOther ? 'text-ink-soft' : 'font-medium text-ink',
        )}
      >
        <time dateTime={day} aria-hidden suppressHydrationWarning>
          {isFirst ? <span className="hidden lg:inline">{sayDay(day, 'short', locale)}</span> : number}
          {isFirst && <span className="lg:hidden">{number}</span>}
        </time>
      </span>
      {newAt && (
        <Link
          href={newAt}
          data-stop
          tabIndex={-1}
          aria-label={`New story on ${sayDay(day, 'long', locale)}`}
          title="New story"
          className={classes(
            'hidden size-6 items-center justify-center rounded-md text-ink-soft opacity-0 group-hover/day:opacity-100 hover:bg-quiet-wash hover:text-ink focus-visible:opacity-100 sm:inline-flex',
            // Seen for a moment only, it takes no room from the words of a narrow column.
            isColumn && 'absolute right-0 bg-surface',
          )}
        >
          <Plus aria-hidden size={15} />
        </Link>
      )}
    </span>
  )
}
