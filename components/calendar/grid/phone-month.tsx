'use client'

import { Plus } from 'lucide-react'
import Link from 'next/link'
import { storyBadgeOf } from '@/components/stories/story-status'
import { localOf } from '@/components/time/local-time'
import { useZone } from '@/components/time/zone'
import type { Tone } from '@/components/ui/badge'
import { classes } from '@/components/ui/classes'
import { daysBetween, daysFrom } from '@/lib/calendar-days'
import { plural } from '@/lib/text/number-text'
import { statusOf } from '../data/calendar-data'
import type { CalendarCard, CalendarData } from '../data/cards'
import { defaultTime, formatDay } from '../data/days'
import { groupBy } from '../data/group-by'
import type { RecurringSlot } from '../data/use-recurring-slots'
import { type CalendarQuery, daysOf, type ViewState } from '../data/view-state'
import { DayList } from '../day/day-list'
import { AddNoteButton, HolidayName, NoteStrips } from '../notes/day-notes'
import { useNotesContext } from '../notes/day-notes-context'

type Props = {
  projectId: string
  data: CalendarData
  /** Slots of recurring posts without a story. */
  recurring: readonly RecurringSlot[]
  query: CalendarQuery
  viewState: ViewState
  now: Date
  today: string
  newAt: (local: string) => string | null
  onDay: (day: string) => void
  onOpen: (story: CalendarCard) => void
}

const dotColors: Record<Tone, string> = {
  good: 'bg-good',
  info: 'bg-info',
  warn: 'bg-warn',
  bad: 'bg-bad',
  quiet: 'bg-quiet',
}
const dotsMax = 3

/** The month on a phone: a dot per story, and the stories of the chosen day below. */
export function PhoneMonth({ projectId, data, recurring, query, viewState, now, today, newAt, onDay, onOpen }: Props) {
  const { timeZone, locale } = useZone()
  const { first, end } = daysOf(viewState, locale)
  const days = daysFrom(first, daysBetween(first, end))
  const dayOf = (at: string): string => localOf(at, timeZone).slice(0, 10)
  const byDay = groupBy(data.stories, ({ at }) => dayOf(at))
  const counts = new Map(data.counts.map(({ local, count }) => [local.slice(0, 10), count]))
  const recurringOn = groupBy(recurring, ({ at }) => dayOf(at))
  const chosen = viewState.date
  const link = newAt(`${chosen}T${defaultTime(chosen, today, now, timeZone)}`)
  return (
    <div className="flex flex-col gap-4">
      <section aria-label="Days" className="panel p-1">
        <div aria-hidden className="grid grid-cols-7">
          {days.slice(0, 7).map((day) => (
            <span key={day} className="py-1 text-center text-xs text-ink-soft">
              {formatDay(day, 'weekdayName', locale).slice(0, 2)}
            </span>
          ))}
        </div>
        <div className="grid grid-cols-7">
          {days.map((day) => (
            <DayButton
              key={day}
              day={day}
              stories={byDay.get(day) ?? []}
              count={counts.get(day) ?? 0}
              recurring={recurringOn.get(day)?.length ?? 0}
              isChosen={day === chosen}
              isToday={day === today}
              isOther={day.slice(0, 7) !== chosen.slice(0, 7)}
              now={now}
              onDay={onDay}
            />
          ))}
        </div>
      </section>
      <section aria-labelledby="chosen-day">
        <div className="flex min-h-11 items-center justify-between gap-2">
          <div className="min-w-0">
            <h3 id="chosen-day" className="font-semibold">
              {formatDay(chosen, 'day', locale)}
            </h3>
            <HolidayName day={chosen} className="block" />
          </div>
          <span className="flex shrink-0">
            <AddNoteButton day={chosen} className="flex size-11 items-center justify-center rounded-lg text-ink-soft" />
            {link && (
              <Link
                href={link}
                prefetch={false}
                aria-label={`New story on ${formatDay(chosen, 'day', locale)}`}
                className="flex size-11 items-center justify-center rounded-lg text-accent"
              >
                <Plus aria-hidden size={20} />
              </Link>
            )}
          </span>
        </div>
        <NoteStrips day={chosen} isLarge className="pb-2" />
        <div className="panel px-2">
          <DayList {...{ projectId, query, now, recurring, onOpen }} day={chosen} known={byDay.get(chosen) ?? []} />
        </div>
      </section>
    </div>
  )
}

type DayProps = {
  day: string
  stories: readonly CalendarCard[]
  count: number
  /** Recurring posts without a story. */
  recurring: number
  isChosen: boolean
  isToday: boolean
  isOther: boolean
  now: Date
  onDay: (day: string) => void
}

function DayButton({ day, stories, count, recurring, isChosen, isToday, isOther, now, onDay }: DayProps) {
  const { locale } = useZone()
  const { notesOn, holidaysOn } = useNotesContext()
  const hasNotes = notesOn.has(day)
  const text = [
    count === 0 ? 'no stories' : count === 1 ? '1 story' : `${count} stories`,
    ...(recurring > 0 ? [plural(recurring, 'recurring post')] : []),
    ...(hasNotes ? ['has notes'] : []),
    ...(holidaysOn.has(day) ? ['public holiday'] : []),
  ].join(', ')
  return (
    <button
      type="button"
      data-date={day}
      aria-pressed={isChosen}
      aria-label={`${formatDay(day, 'day', locale)}, ${text}`}
      onClick={() => onDay(day)}
      className="flex min-h-12 flex-col items-center justify-center gap-1 rounded-lg"
    >
      <span
        className={classes(
          'flex size-7 items-center justify-center rounded-full text-sm tabular-nums',
          isChosen ? 'bg-accent-fill font-semibold text-on-accent' : isOther && 'text-ink-soft',
          isToday && !isChosen && 'font-semibold text-accent',
        )}
      >
        {Number(day.slice(8))}
      </span>
      <span aria-hidden className="flex h-1.5 items-center gap-0.5">
        {stories.slice(0, dotsMax).map((story) => (
          <span
            key={story.key}
            className={classes('size-1.5 rounded-full', dotColors[storyBadgeOf(statusOf(story, now)).tone])}
          />
        ))}
        {recurring > 0 && stories.length < dotsMax && (
          <span title="Recurring post" className="size-1.5 rounded-full border border-ink-soft" />
        )}
        {hasNotes && <span className="h-1.5 w-3 rounded-full bg-line-strong" />}
      </span>
    </button>
  )
}
