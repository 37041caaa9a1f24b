'use client'

import { useQuery } from '@tanstack/react-query'
import { call } from '@/lib/api/client'
import { listConnections } from '@/lib/api/operations.generated'
import type { SocialConnection } from '@/lib/connections/contract'

export const connectionsKey = (projectId: string) => ['connections', projectId] as const

/** The project's connections, shared by every part of the page that shows them. */
export const useConnections = (projectId: string, initial?: SocialConnection[]): SocialConnection[] =>
  useConnectionsQuery(projectId, initial).data ?? []

/** The same with the reason when they may be out of date. */
export function useConnectionsQuery(projectId: string, initial?: SocialConnection[]) {
  return useQuery({
    queryKey: connectionsKey(projectId),
    queryFn: async ({ signal }) => (await call(listConnections, { project_id: projectId }, { signal })).connections,
    initialData: initial,
    staleTime: 30_000,
    refetchInterval: 120_000,
  })
}
