'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import type { RequestTo } from '@/lib/api/operation'
import { replacePillars, updatePillars } from '@/lib/openapi/operations.generated'
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

/** Stores the whole list: to move or delete pillars. */
export function useReplacePillars(projectId: string) {
  const refresh = useRefreshPillars(projectId)
  const toast = useToast()
  const { mutate, error } = useMutation({
    mutationFn: ({ pillars }: { pillars: readonly ListedPillar[]; done?: string; undoTo?: readonly ListedPillar[] }) =>
      call(replacePillars, { id: projectId, pillars: pillars.map(inputOf) }),
    onSuccess: async (_, { done, undoTo }) => {
      if (done && undoTo)
        toast(done, 'good', { label: 'Undo', onUndo: () => mutate({ pillars: undoTo.map(withoutDeletedId) }) })
      await refresh()
    },
  })
  return { replace: mutate, error }
}

function useRefreshPillars(projectId: string) {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: pillarKeys.all(projectId) })
}

/** Items without an id are found by their key, so a deleted pillar is added again. */
const withoutDeletedId = (pillar: ListedPillar): ListedPillar => ({ ...pillar, id: '' })

const inputOf = ({ project_id: _, created_at: __, performance: ___, id, ...pillar }: ListedPillar) => ({
  ...(id ? { id } : {}),
  ...pillar,
})
