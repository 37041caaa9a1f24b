'use client'

import { useZone } from '@/components/time/zone'
import { classes } from '@/components/ui/classes'
import { daysBetween, daysFrom } from '@/lib/calendar-days'
import type { CalendarData } from '../data/cards'
import { formatDay } from '../data/days'
import { daysOf, type ViewState, weeksOf } from '../data/view-state'
import { MorePopover } from '../day/more-popover'
import { useNotesContext } from '../notes/day-notes-context'
import { DayHeader } from './day-header'
import { fillMargin } from './grid-classes'
import { monthDays } from './month-days'
import { notesIn, rowHeightOf, staticRowHeight } from './month-rows'
import { StoryChip } from './story-chip'

const noIds: ReadonlySet<string> = new Set()

/**
 * The server-rendered month, replaced by FullCalendar in the browser. FullCalendar starts timers on render, which would
 * never stop on the server.
 */
export function StaticMonth({ data, viewState, today }: { data: CalendarData; viewState: ViewState; today: string }) {
  const { timeZone, locale } = useZone()
  const { notesOn } = useNotesContext()
  const { first, end } = daysOf(viewState, locale)
  const days = daysFrom(first, daysBetween(first, end))
  const weeks = weeksOf(viewState, locale)
  const rowHeight = rowHeightOf(null, weeks)
  const cells = new Map(
    monthDays({ data, recurring: [], notesOn, rowHeight, timeZone, alwaysShown: noIds }).map((cell) => [
      cell.day,
      cell,
    ]),
  )
  return (
    <div className={classes('panel overflow-hidden', fillMargin)}>
      <div className="grid grid-cols-7 border-b border-line">
        {days.slice(0, 7).map((day) => (
          <div key={day} className="py-1.5 text-center text-sm text-ink-soft">
            {formatDay(day, 'weekdayName', locale)}
          </div>
        ))}
      </div>
      <div className="grid grid-cols-7" style={{ gridAutoRows: staticRowHeight(weeks) }}>
        {days.map((day) => {
          const { cards = [], isTall = false, more = 0 } = cells.get(day) ?? {}
          return (
            <div key={day} className="min-w-0 overflow-hidden border-t border-l border-line">
              <DayHeader
                day={day}
                isToday={day === today}
                isOther={day.slice(0, 7) !== viewState.date.slice(0, 7)}
                newAt={null}
                maxNotes={notesIn(rowHeight)}
              />
              <div className="flex flex-col gap-0.5 px-0.5">
                {cards.map((story) => (
                  <StoryChip key={story.key} story={story} look={isTall ? 'tall' : 'line'} />
                ))}
                {more > 0 && <MorePopover count={more} day={day} />}
              </div>
            </div>
          )
        })}
      </div>
    </div>
  )
}
