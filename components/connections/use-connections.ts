'use client'

import { useQuery } from '@tanstack/react-query'
import { call } from '@/lib/api/client'
import type { SocialConnection } from '@/lib/connections/contract'
import { listConnections } from '@/lib/openapi/operations.generated'

export const connectionsKey = (projectId: string) => ['connections', projectId] as const

/** The connections of a project. All callers share one query. */
export const useConnections = (projectId: string, initial?: SocialConnection[]): SocialConnection[] =>
  useConnectionsQuery(projectId, initial).data ?? []

/** The same query with its error. */
export function useConnectionsQuery(projectId: string, initial?: SocialConnection[]) {
  return useQuery({
    queryKey: connectionsKey(projectId),
    queryFn: async ({ signal }) => (await call(listConnections, { project_id: projectId }, { signal })).connections,
    initialData: initial,
    staleTime: 30_000,
    refetchInterval: 120_000,
  })
}
