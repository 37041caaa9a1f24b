'use client'

import { Plus } from 'lucide-react'
import Link from 'next/link'
import { useZone } from '@/components/time/zone'
import { classes } from '@/components/ui/classes'
import { formatDay } from '../data/days'
import { AddNoteButton, HolidayName, NoteStrips } from '../notes/day-notes'

type Props = {
  day: string
  isToday: boolean
  /** In the previous or next month. */
  isOther?: boolean
  /** Above the hours of a day: the weekday's name. */
  weekday?: string
  /** The composer link, or null for past days. */
  newAt: string | null
  /** With more notes, the last one is “+N notes”. Null if they are shown among the cards. */
  maxNotes: number | null
}

/** The day number, the public holiday, the notes, and the actions of a day. */
export function DayHeader({ day, isToday, isOther = false, weekday, newAt, maxNotes }: Props) {
  const { locale } = useZone()
  const number = Number(day.slice(8))
  const isFirst = number === 1
  const isColumn = weekday !== undefined
  return (
    <span className="group/day block w-full min-w-0">
      <span
        className={classes(
          'relative flex min-h-7 min-w-0 items-center justify-center gap-1 px-1',
          !isColumn && 'sm:justify-start',
        )}
      >
        {isColumn && <span>{weekday}</span>}
        <span
          className={classes(
            'inline-flex min-w-6 shrink-0 items-center justify-center rounded-full px-1 text-sm leading-6 tabular-nums',
            isToday
              ? 'bg-accent-fill font-semibold text-on-accent'
              : isOther
                ? 'text-ink-soft'
                : 'font-medium text-ink',
          )}
        >
          <time dateTime={day} aria-hidden suppressHydrationWarning>
            {isFirst ? <span className="hidden lg:inline">{formatDay(day, 'dayOfMonth', locale)}</span> : number}
            {isFirst && <span className="lg:hidden">{number}</span>}
          </time>
        </span>
        {!isColumn && <HolidayName day={day} className="hidden flex-1 sm:block" />}
        {/* Shown on hover only, so they must not use space. */}
        <span className="absolute right-0.5 hidden rounded-md bg-surface opacity-0 group-hover/day:opacity-100 focus-within:opacity-100 sm:flex">
          <AddNoteButton day={day} className={actionLook} />
          {newAt && (
            <Link
              href={newAt}
              // A month has up to 42 of these.
              prefetch={false}
              data-stop
              tabIndex={-1}
              aria-label={`New story on ${formatDay(day, 'day', locale)}`}
              title="New story"
              className={actionLook}
            >
              <Plus aria-hidden size={15} />
            </Link>
          )}
        </span>
      </span>
      {isColumn && <HolidayName day={day} className="block px-1 text-center" />}
      {maxNotes !== null && <NoteStrips day={day} max={maxNotes} className="px-0.5 pb-0.5" />}
    </span>
  )
}

const actionLook =
  'inline-flex size-6 items-center justify-center rounded-md text-ink-soft hover:bg-quiet-wash hover:text-ink'
