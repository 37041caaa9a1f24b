'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { listPastImports, removePastPosts, startPastImport } from '@/lib/openapi/operations.generated'
import type { AccountPastPosts } from '@/lib/past-posts/contract'
import { plural } from '@/lib/text/number-text'

const key = (projectId: string) => ['past-imports', projectId] as const
const runningPollMs = 2_000

/** Imports of past posts, by connection. Polls while one is running. */
export function usePastPosts(projectId: string): (connectionId: string) => AccountPastPosts | undefined {
  const { data } = useQuery({
    queryKey: key(projectId),
    queryFn: ({ signal }) => call(listPastImports, { project_id: projectId }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.accounts.some(({ last_import }) => last_import?.status === 'running') ? runningPollMs : false,
  })
  return (connectionId) => data?.accounts.find((account) => account.connection_id === connectionId)
}

/** Starts an import, or removes what was imported. */
export function useChangePastPosts(projectId: string, connectionId: string) {
  const queries = useQueryClient()
  const toast = useToast()
  const refresh = () => queries.invalidateQueries({ queryKey: key(projectId) })
  const start = useMutation({
    mutationFn: (days: number | undefined) => call(startPastImport, { id: connectionId, ...(days && { days }) }),
    onSettled: refresh,
  })
  const remove = useMutation({
    mutationFn: () => call(removePastPosts, { id: connectionId }),
    onSuccess: ({ removed }) => toast(`${plural(removed, 'imported post')} removed.`),
    onSettled: refresh,
  })
  return { start, remove }
}
