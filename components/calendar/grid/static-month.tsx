'use client'

import { useZone } from '@/components/time/zone'
import { daysBetween, daysFrom } from '@/lib/calendar-days'
import { cellsOf } from '../data/calendar-data'
import type { CalendarData } from '../data/cards'
import { formatDay } from '../data/days'
import { daysOf, type ViewState, viewCells } from '../data/view-state'
import { MorePopover } from '../day/more-popover'
import { DayHeader } from './day-header'
import { StoryChip } from './story-chip'

const noIds: ReadonlySet<string> = new Set()

/**
 * The server-rendered month, replaced by FullCalendar in the browser. FullCalendar starts timers on render, which would
 * never stop on the server.
 */
export function StaticMonth({ data, viewState, today }: { data: CalendarData; viewState: ViewState; today: string }) {
  const { timeZone, locale } = useZone()
  const { first, end } = daysOf(viewState, locale)
  const days = daysFrom(first, daysBetween(first, end))
  const cells = new Map(
    cellsOf(data, { each: viewCells.month.each, length: 10, timeZone }, noIds).map((cell) => [cell.local, cell]),
  )
  return (
    <div className="panel overflow-hidden">
      <div className="grid grid-cols-7 border-b border-line">
        {days.slice(0, 7).map((day) => (
          <div key={day} className="py-1.5 text-center text-sm text-ink-soft">
            {formatDay(day, 'weekdayName', locale)}
          </div>
        ))}
      </div>
      <div className="grid grid-cols-7">
        {days.map((day) => (
          <div key={day} className="min-w-0 min-h-14 sm:min-h-24 border-t border-l border-line">
            <DayHeader
              day={day}
              isToday={day === today}
              isOther={day.slice(0, 7) !== viewState.date.slice(0, 7)}
              newAt={null}
            />
            <div className="flex flex-col gap-0.5 px-0.5">
              {cells.get(day)?.stories.map((story) => (
                <StoryChip key={story.key} story={story} />
              ))}
              {(cells.get(day)?.more ?? 0) > 0 && <MorePopover count={cells.get(day)?.more ?? 0} day={day} />}
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
