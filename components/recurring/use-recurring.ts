'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import {
  createRecurringTemplate,
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

/** Deletes a recurring post. Undo creates it again from its next slot, so that no slot gets a second story. */
export function useDelete(projectId: string) {
  const queries = useQueryClient()
  const toast = useToast()
  const refresh = () => queries.invalidateQueries({ queryKey: recurringKeys.all(projectId) })
  const restore = async (template: RecurringTemplate): Promise<void> => {
    try {
      await call(createRecurringTemplate, { id: projectId, ...copyOf(template) })
    } catch {
      toast(`“${template.name}” was not restored. Create it again.`, 'bad')
    }
    await refresh()
  }
  return useMutation({
    mutationFn: (template: RecurringTemplate) => call(deleteRecurringTemplate, { id: template.id }),
    onSuccess: (_, template) => {
      toast(`Deleted “${template.name}”`, 'good', { label: 'Undo', onUndo: () => void restore(template) })
    },
    onSettled: refresh,
  })
}

function copyOf(template: RecurringTemplate) {
  const { name, story, cadence, timezone, starts_at, ends_at, active, create_ahead_minutes, next_run_at } = template
  return { name, story, cadence, timezone, starts_at: next_run_at ?? starts_at, ends_at, active, create_ahead_minutes }
}
