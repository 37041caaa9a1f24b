'use client'

import { useQuery } from '@tanstack/react-query'
import { queueKeys } from '@/components/stories/query-keys'
import { call } from '@/lib/api/client'
import { getPostingSlots } from '@/lib/openapi/operations.generated'

/** The posting slots of all channels of a project. */
export const usePostingSlots = (projectId: string, { isEnabled = true } = {}) =>
  useQuery({
    queryKey: [...queueKeys.all(projectId), 'posting-slots'],
    queryFn: ({ signal }) => call(getPostingSlots, { project_id: projectId }, { signal }),
    enabled: isEnabled,
  })
