import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { listCalendar } from '@/lib/openapi/operations.generated'
import { calendarKeys } from './calendar-data'
import { type StoredCalendar, toCards } from './cards'
import type { CalendarQuery } from './view-state'

const pollMs = 20_000

/** Loads the shown period. The previous one stays visible until then. */
export function useCalendar(
  projectId: string,
  query: CalendarQuery,
  { initial, isDragging }: { initial: AnswerTo<typeof listCalendar> | undefined; isDragging: boolean },
) {
  return useQuery({
    queryKey: calendarKeys.one(projectId, query),
    queryFn: ({ signal }) => loadCalendar(projectId, query, signal),
    select: toCards,
    ...(initial ? { initialData: { ...initial, range: query } } : {}),
    placeholderData: keepPreviousData,
    // An update during a drag would move the dragged chip.
    refetchInterval: isDragging ? false : pollMs,
  })
}

export const loadCalendar = async (
  projectId: string,
  query: CalendarQuery,
  signal: AbortSignal,
): Promise<StoredCalendar> => ({
  ...(await call(listCalendar, { project_id: projectId, ...query }, { signal })),
  range: query,
})
