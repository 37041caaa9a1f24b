'use client'

import { useQuery } from '@tanstack/react-query'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { listPillars } from '@/lib/openapi/operations.generated'

export type PillarList = AnswerTo<typeof listPillars>
export type ListedPillar = PillarList['pillars'][number]

export const pillarKeys = {
  all: (projectId: string) => ['pillars', projectId] as const,
  names: (projectId: string) => ['pillars', projectId, 'names'] as const,
  report: (projectId: string) => ['pillars', projectId, 'report'] as const,
  shares: (projectId: string, days: number) => ['pillars', projectId, 'shares', days] as const,
}

const noPillars: readonly ListedPillar[] = []
/** Pillars change rarely. */
const freshMs = 60_000

/** The project's pillars for pickers, filters and marks. Empty until they are loaded. */
export function usePillars(projectId: string): readonly ListedPillar[] {
  const { data } = useQuery({
    queryKey: pillarKeys.names(projectId),
    queryFn: ({ signal }) => call(listPillars, { id: projectId }, { signal }),
    staleTime: freshMs,
  })
  return data?.pillars ?? noPillars
}
