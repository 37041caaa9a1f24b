'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { cursorPages, startingWith } from '@/components/ui/data/cursor-pages'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { listTemplates } from '@/lib/openapi/operations.generated'
import { pageSize, templateKeys } from './template-keys'

export type TemplatePage = AnswerTo<typeof listTemplates>

export function useTemplates(projectId: string, words: string, initial?: TemplatePage) {
  return useInfiniteQuery({
    queryKey: templateKeys.list(projectId, words),
    queryFn: ({ pageParam, signal }) =>
      call(
        listTemplates,
        { project_id: projectId, limit: pageSize, cursor: pageParam, q: words || undefined },
        { signal },
      ),
    ...cursorPages,
    placeholderData: (before, query) => (query?.queryKey[1] === projectId ? before : undefined),
    ...(initial ? startingWith(initial) : {}),
  })
}
