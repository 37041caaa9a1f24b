import { useQuery } from '@tanstack/react-query'
import { useZone, type Zone } from '@/components/time/zone'
import { calendarKeys } from '../data/calendar-data'
import { toCards } from '../data/cards'
import { loadCalendar } from '../data/use-calendar'
import { type CalendarQuery, queryOf } from '../data/view-state'

type Props = {
  projectId: string
  /** The query of the current view, for its filters. */
  query: CalendarQuery
  day: string
}

/** All stories of a day: up to 20 per hour. */
export function dayStoriesQuery({ projectId, query, day }: Props, zone: Pick<Zone, 'timeZone' | 'locale'>) {
  const filter = { status: null, channel: null }
  const { from, to } = queryOf({ view: 'day', date: day, filter }, zone)
  const own = { ...query, from, to, by: 'hour', each: '20' } as const
  return {
    queryKey: [...calendarKeys.all(projectId), own],
    queryFn: ({ signal }: { signal: AbortSignal }) => loadCalendar(projectId, own, signal),
    select: toCards,
  }
}

export const useDayStories = (props: Props) => useQuery(dayStoriesQuery(props, useZone()))
