'use client'

import { type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from '@/lib/api/client'
import { getPause } from '@/lib/api/operations.generated'
import type { ProjectPause } from '@/lib/projects/pause-contract'

export type PauseAnswer = { pause: ProjectPause | null }
const pauseKey = (projectId: string) => ['pause', projectId] as const

/** Whether the project is paused. The banner of its layout brings the first answer. */
export function usePause(projectId: string, initial?: PauseAnswer): ProjectPause | null {
  const { data } = useQuery({
    queryKey: pauseKey(projectId),
    queryFn: ({ signal }) => call(getPause, { id: projectId }, { signal }),
    ...(initial ? { initialData: initial } : {}),
    refetchInterval: 30_000,
  })
  return data?.pause ?? null
}

export const notePause = (queries: QueryClient, projectId: string, pause: ProjectPause | null): void =>
  void queries.setQueryData(pauseKey(projectId), { pause })

export const askPauseAgain = (queries: QueryClient, projectId: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: pauseKey(projectId) })
