'use client'

import { useQuery } from '@tanstack/react-query'
import { queueKeys } from '@/components/stories/query-keys'
import { call } from '@/lib/api/client'
import { getQueueForecast } from '@/lib/openapi/operations.generated'
import type { ForecastIssue } from '@/lib/queue-forecast/contract'

const noIssues: ForecastIssue[] = []

/** Posts of the next 14 days that will or may fail. Approvals are shown by the queue itself. */
export function useForecast(projectId: string, isEnabled = true): ForecastIssue[] {
  const { data } = useQuery({
    queryKey: [...queueKeys.all(projectId), 'forecast'],
    queryFn: ({ signal }) => call(getQueueForecast, { project_id: projectId }, { signal }),
    select: ({ issues }) => issues.filter(({ kind }) => kind !== 'approval_pending'),
    enabled: isEnabled,
    refetchInterval: 120_000,
    staleTime: 30_000,
    retry: 1,
  })
  return data ?? noIssues
}

export function forecastByItem(issues: readonly ForecastIssue[]): ReadonlyMap<string, ForecastIssue[]> {
  const byItem = new Map<string, ForecastIssue[]>()
  for (const issue of issues) byItem.set(issue.queue_item_id, [...(byItem.get(issue.queue_item_id) ?? []), issue])
  return byItem
}
