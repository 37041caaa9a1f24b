'use client'

import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { membersKey } from '@/components/members/members-key'
import { storyKeys } from '@/components/stories/query-keys'
import { cursorPages } from '@/components/ui/data/cursor-pages'
import { call } from '@/lib/api/client'
import type { Member } from '@/lib/members/contract'
import { listMembers, listStoryComments } from '@/lib/openapi/operations.generated'

const pollMs = 15_000
const pageSize = 20

const commentsKey = (projectId: string, storyId: string) => [...storyKeys.one(projectId, storyId), 'comments'] as const

/** The comments on a story, oldest first. Earlier ones are loaded on request. */
export function useComments(projectId: string, storyId: string) {
  const query = useInfiniteQuery({
    queryKey: commentsKey(projectId, storyId),
    queryFn: ({ pageParam: cursor, signal }) =>
      call(listStoryComments, { id: storyId, limit: pageSize, cursor }, { signal }),
    ...cursorPages,
    refetchInterval: pollMs,
  })
  const comments = query.data?.pages.flatMap((page) => page.comments).reverse() ?? []
  return { query, comments, count: query.data?.pages[0]?.count ?? 0 }
}

/** Call after a change of comments: the activity and the count change, too. */
export function useRefreshComments(projectId: string, storyId: string): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: storyKeys.one(projectId, storyId) })
}

const membersMax = 200

export function useMembers(projectId: string): Member[] {
  const { data } = useQuery({
    queryKey: [...membersKey(projectId), 'mentionable'],
    queryFn: ({ signal }) => call(listMembers, { id: projectId, limit: membersMax }, { signal }),
    staleTime: 300_000,
  })
  return data?.members ?? []
}

/** Members who can be mentioned: all but the user. */
export const useMentionable = (projectId: string): Member[] => useMembers(projectId).filter(({ is_you }) => !is_you)
