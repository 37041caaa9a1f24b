import type { QueryClient } from '@tanstack/react-query'

const all = (projectId: string) => ['holidays', projectId] as const

/** Query key of the public holidays of a range of days. */
export const holidayKey = (projectId: string, days: { from: string; to: string }) => [...all(projectId), days] as const

/** For changed countries. The next calendar loads the holidays again. */
export const forgetHolidays = (queries: QueryClient, projectId: string): void =>
  queries.removeQueries({ queryKey: all(projectId) })
