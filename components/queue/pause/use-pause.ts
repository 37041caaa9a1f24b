'use client'

import { type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from '@/lib/api/client'
import { getPause } from '@/lib/openapi/operations.generated'
import type { ProjectPause } from '@/lib/projects/pause-contract'

export type PauseResponse = { pause: ProjectPause | null }
const pauseKey = (projectId: string) => ['pause', projectId] as const

/** The pause of a project, or null. The layout's banner provides the initial value. */
export function usePause(projectId: string, initial?: PauseResponse): ProjectPause | null {
  const { data } = useQuery({
    queryKey: pauseKey(projectId),
    queryFn: ({ signal }) => call(getPause, { id: projectId }, { signal }),
    ...(initial ? { initialData: initial } : {}),
    refetchInterval: 30_000,
  })
  return data?.pause ?? null
}

export const setPause = (queries: QueryClient, projectId: string, pause: ProjectPause | null): void =>
  void queries.setQueryData(pauseKey(projectId), { pause })

export const refetchPause = (queries: QueryClient, projectId: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: pauseKey(projectId) })
