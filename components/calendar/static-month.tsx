'use client'

import { useZone } from '@/components/time/zone'
import { boxesOf, type CalendarData } from './calendar-data'
import { cuts, daysOf, type Place } from './calendar-view'
import { Chip, More } from './chip'
import { DayHead } from './day-head'
import { daysBetween, daysFrom, sayDay } from './days'

const nobody: ReadonlySet<string> = new Set()

/**
 * The month as the server draws it, of the same parts as the calendar that takes its place in the browser. The library
 * starts timers when it is drawn, which on a server nobody would ever stop.
 */
export function StaticMonth({ data, place, today }: { data: CalendarData; place: Place; today: string }) {
  const { timeZone, locale } = useZone()
  const { first, end } = daysOf(place, locale)
  const days = daysFrom(first, daysBetween(first, end))
  const boxes = new Map(
    boxesOf(data, { each: cuts.month.each, length: 10, timeZone }, nobody).map((box) => [box.local, box]),
  )
  return (
    <div className="panel overflow-hidden">
      <div className="grid grid-cols-7 border-b border-line">
        {days.slice(0, 7).map((day) => (
          <div key={day} className="py-1.5 text-center text-sm text-ink-soft">
            {sayDay(day, 'weekday', locale)}
          </div>
        ))}
      </div>
      <div className="grid grid-cols-7">
        {days.map((day) => (
          <div key={day} className="min-h-20 sm:min-h-28 border-t border-l border-line">
            <DayHead
              day={day}
              isToday={day === today}
              isOther={day.slice(0, 7) !== place.date.slice(0, 7)}
              newAt={null}
            />
            <div className="flex flex-col gap-0.5 px-0.5">
              {boxes.get(day)?.stories.map((story) => (
                <Chip key={story.id} story={story} />
              ))}
              {(boxes.get(day)?.more ?? 0) > 0 && (
                <More count={boxes.get(day)?.more ?? 0} day={sayDay(day, 'long', locale)} onOpen={() => {}} />
              )}
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
