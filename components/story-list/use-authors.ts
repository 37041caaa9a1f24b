import { useQuery } from '@tanstack/react-query'
import { membersKey } from '@/components/members/members-key'
import { call } from '@/lib/api/client'
import { listMembers } from '@/lib/openapi/operations.generated'

const membersMax = 100
const noMembers: { user_id: string; name: string }[] = []

/** The members of a project, for the filter by author. */
export function useAuthors(projectId: string): readonly { user_id: string; name: string }[] {
  const { data } = useQuery({
    queryKey: [...membersKey(projectId), 'authors'],
    queryFn: ({ signal }) => call(listMembers, { id: projectId, limit: membersMax }, { signal }),
    select: ({ members }) => members.map(({ user_id, name }) => ({ user_id, name })),
    staleTime: 300_000,
    retry: 1,
  })
  return data ?? noMembers
}
