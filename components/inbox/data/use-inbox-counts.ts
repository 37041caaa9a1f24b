'use client'

import { useQuery } from '@tanstack/react-query'
import { call } from '@/lib/api/client'
import { getInboxCounts } from '@/lib/openapi/operations.generated'

/**
 * In its own file, because every page loads it. Refetched with the other queries of the inbox.
 *
 * @param pollMs how fresh the numbers are
 */
export const useInboxCounts = (projectId: string | null, pollMs: number) =>
  useQuery({
    queryKey: ['inbox', projectId ?? '', 'counts'],
    queryFn: ({ signal }) => call(getInboxCounts, { project_id: projectId ?? '' }, { signal }),
    enabled: projectId !== null,
    refetchInterval: pollMs,
  })
