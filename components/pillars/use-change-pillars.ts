'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useDelayedDelete } from '@/components/ui/use-delayed-delete'
import { call } from '@/lib/api/client'
import type { RequestTo } from '@/lib/api/operation'
import { deletePillar, replacePillars, updatePillars } from '@/lib/openapi/operations.generated'
import { type ListedPillar, pillarKeys } from './use-pillars'

export type PillarInput = RequestTo<typeof updatePillars>['pillars'][number]

/** Adds or edits one pillar. */
export function useSavePillar(projectId: string, onSaved: () => void) {
  const refresh = useRefreshPillars(projectId)
  return useMutation({
    mutationFn: (pillar: PillarInput) => call(updatePillars, { id: projectId, pillars: [pillar] }),
    onSuccess: async () => {
      onSaved()
      await refresh()
    },
  })
}

/** Stores the whole list, in a new order. */
export function useReplacePillars(projectId: string) {
  const refresh = useRefreshPillars(projectId)
  const { mutate, error } = useMutation({
    mutationFn: (pillars: readonly ListedPillar[]) =>
      call(replacePillars, { id: projectId, pillars: pillars.map(inputOf) }),
    onSuccess: refresh,
  })
  return { replace: mutate, error }
}

export function useDeletePillar(projectId: string) {
  return useDelayedDelete<ListedPillar>({
    nameOf: ({ name }) => `“${name}”`,
    note: 'Its posts keep their content type.',
    send: ({ id }) => call(deletePillar, { id }, { keepalive: true }),
    refresh: useRefreshPillars(projectId),
  })
}

function useRefreshPillars(projectId: string) {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: pillarKeys.all(projectId) })
}

const inputOf = ({ project_id: _, created_at: __, performance: ___, ...pillar }: ListedPillar) => pillar
