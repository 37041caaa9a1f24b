'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDelayedDelete } from '@/components/ui/use-delayed-delete'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import {
  deleteRecurringTemplate,
  editRecurringTemplate,
  listRecurringTemplates,
} from '@/lib/openapi/operations.generated'
import type { RecurringTemplate } from '@/lib/recurring/contract'
import { listLimit, recurringKeys } from './recurring-keys'

type List = AnswerTo<typeof listRecurringTemplates>

export function useRecurringList(projectId: string, initial: List) {
  return useQuery({
    queryKey: recurringKeys.list(projectId),
    queryFn: ({ signal }) => call(listRecurringTemplates, { id: projectId, limit: listLimit }, { signal }),
    initialData: initial,
    refetchInterval: 30_000,
  })
}

/** Turns a recurring post on or off. */
export function useSetActive(projectId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, active }: { id: string; active: boolean }) => call(editRecurringTemplate, { id, active }),
    onSettled: () => queries.invalidateQueries({ queryKey: recurringKeys.all(projectId) }),
  })
}

export function useDelete(projectId: string) {
  const queries = useQueryClient()
  return useDelayedDelete<RecurringTemplate>({
    nameOf: ({ name }) => `“${name}”`,
    send: ({ id }) => call(deleteRecurringTemplate, { id }, { keepalive: true }),
    refresh: () => queries.invalidateQueries({ queryKey: recurringKeys.all(projectId) }),
  })
}
