import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '@/lib/api/client'
import { listCalendar } from '@/lib/openapi/operations.generated'
import { type CalendarData, calendarKeys } from './calendar-data'
import type { CalendarQuery } from './view-state'

const pollMs = 20_000

/** Loads the shown period. The previous one stays visible until then. */
export function useCalendar(
  projectId: string,
  query: CalendarQuery,
  { initial, isDragging }: { initial: CalendarData | undefined; isDragging: boolean },
) {
  return useQuery({
    queryKey: calendarKeys.one(projectId, query),
    queryFn: ({ signal }) => call(listCalendar, { project_id: projectId, ...query }, { signal }),
    ...(initial ? { initialData: initial } : {}),
    placeholderData: keepPreviousData,
    // An update during a drag would move the dragged chip.
    refetchInterval: isDragging ? false : pollMs,
  })
}
