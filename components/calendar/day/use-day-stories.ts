import { useQuery } from '@tanstack/react-query'
import { useZone } from '@/components/time/zone'
import { call } from '@/lib/api/client'
import { listCalendar } from '@/lib/openapi/operations.generated'
import { calendarKeys } from '../data/calendar-data'
import { type CalendarQuery, queryOf } from '../data/view-state'

type Props = {
  projectId: string
  /** The query of the current view, for its filters. */
  query: CalendarQuery
  day: string
  isEnabled?: boolean
}

/** All stories of a day: up to 20 per hour. */
export function useDayStories({ projectId, query, day, isEnabled = true }: Props) {
  const { timeZone, locale } = useZone()
  const filter = { status: null, channel: null }
  const { from, to } = queryOf({ view: 'day', date: day, filter }, { timeZone, locale })
  const own = { ...query, from, to, by: 'hour', each: '20' } as const
  return useQuery({
    queryKey: [...calendarKeys.all(projectId), own],
    queryFn: ({ signal }) => call(listCalendar, { project_id: projectId, ...own }, { signal }),
    enabled: isEnabled,
  })
}
