'use client'

import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { cursorPages, startingWith } from '@/components/ui/data/cursor-pages'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { listCorpusCaptions, searchCorpusCaptions } from '@/lib/openapi/operations.generated'
import { type CaptionsFilter, queryOf, writeCaptionsFilter } from './captions-filter'

export type CaptionPage = AnswerTo<typeof listCorpusCaptions> & { matched_by?: 'meaning' | 'text' }

const pageSize = 50

const captionsKey = (projectId: string) => ['captions', projectId] as const

export const refreshCaptions = (queries: QueryClient, projectId: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: captionsKey(projectId) })

/** Captions of the corpus, newest first; with words, the most similar first. */
export function useCaptions(projectId: string, filter: CaptionsFilter, initial?: CaptionPage) {
  const { words } = filter
  return useInfiniteQuery({
    queryKey: [...captionsKey(projectId), writeCaptionsFilter(filter)],
    queryFn: async ({ pageParam, signal }): Promise<CaptionPage> => {
      const common = { id: projectId, limit: pageSize, ...queryOf(filter) }
      if (words === '') return call(listCorpusCaptions, { ...common, cursor: pageParam }, { signal })
      return { ...(await call(searchCorpusCaptions, { ...common, q: words }, { signal })), next_cursor: null }
    },
    ...cursorPages,
    placeholderData: (before, query) => (query?.queryKey[1] === projectId ? before : undefined),
    ...(initial ? startingWith(initial) : {}),
  })
}
