'use client'

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { storyKeys } from '@/components/stories/query-keys'
import { call } from '@/lib/api/client'
import type { InboxConversation } from '@/lib/inbox/resource-contract'
import type { Member } from '@/lib/members/contract'
import { getConversation, getStory, listConversations, listMembers } from '@/lib/openapi/operations.generated'
import { inboxKeys, livePollMs } from './inbox-keys'

/** A conversation with its newest messages. The next pages have earlier ones. */
export const useThread = (projectId: string, id: string) =>
  useInfiniteQuery({
    queryKey: inboxKeys.thread(projectId, id),
    queryFn: ({ pageParam, signal }) => call(getConversation, { id, before: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ has_earlier, messages }) => (has_earlier ? messages[0]?.id : undefined),
    // What the cache has can be older than the list.
    staleTime: 0,
    refetchInterval: livePollMs,
  })

/** The story that the conversation is about. */
export function useStory({ project_id, story_id }: Pick<InboxConversation, 'project_id' | 'story_id'>) {
  return useQuery({
    queryKey: storyKeys.one(project_id, story_id ?? ''),
    queryFn: ({ signal }) => call(getStory, { id: story_id ?? '' }, { signal }),
    enabled: story_id !== null,
    staleTime: 60_000,
  })
}

const historySize = 6

/** What else the person wrote on this network. */
export function useHistory(projectId: string, platform: 'instagram' | 'facebook', participantId: string | null) {
  return useQuery({
    queryKey: inboxKeys.person(projectId, `${platform} ${participantId}`),
    queryFn: async ({ signal }) => {
      const query = { project_id: projectId, platform, participant_id: participantId ?? '', limit: historySize }
      return (await call(listConversations, query, { signal })).conversations
    },
    enabled: participantId !== null,
    staleTime: 30_000,
  })
}

const membersMax = 200

/** People who can take care of a conversation. */
export function useTeam(projectId: string, isNeeded = true): readonly Member[] {
  const { data } = useQuery({
    queryKey: ['inbox-team', projectId],
    queryFn: async ({ signal }) => (await call(listMembers, { id: projectId, limit: membersMax }, { signal })).members,
    staleTime: 60_000,
    enabled: isNeeded,
  })
  return data ?? []
}
