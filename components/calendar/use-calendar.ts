import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '@/lib/api/client'
import { listCalendar } from '@/lib/api/operations.generated'
import { type CalendarData, calendarKeys } from './calendar-data'
import type { CalendarQuery } from './calendar-view'

/** Comes round more often while something is about to change. */
const pollMs = 20_000

/** A stretch of the calendar. The one before stays until the next is there, so that nothing jumps. */
export function useCalendar(
  projectId: string,
  query: CalendarQuery,
  { initial, isHeld }: { initial: CalendarData | undefined; isHeld: boolean },
) {
  return useQuery({
    queryKey: calendarKeys.one(projectId, query),
    queryFn: ({ signal }) => call(listCalendar, { project_id: projectId, ...query }, { signal }),
    ...(initial ? { initialData: initial } : {}),
    placeholderData: keepPreviousData,
    // What comes in while a chip is in the hand would pull it away.
    refetchInterval: isHeld ? false : pollMs,
  })
}
