'use client'

import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { cursorPages, startingWith } from '@/components/ui/data/cursor-pages'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { type Role, roles } from '@/lib/auth/roles'
import type { Member } from '@/lib/members/contract'
import { changeMember, listInvitations, listMembers } from '@/lib/openapi/operations.generated'
import { membersKey } from './members-key'

type Page = AnswerTo<typeof listMembers>
type Pages = InfiniteData<Page, string | undefined>

export const invitationsKey = (projectId: string) => ['invitations', projectId] as const

const pageOf = 200

export function useMembers(projectId: string, initial: Page) {
  const { data, ...query } = useInfiniteQuery({
    queryKey: membersKey(projectId),
    queryFn: ({ pageParam, signal }) =>
      call(listMembers, { id: projectId, limit: pageOf, cursor: pageParam }, { signal }),
    ...cursorPages,
    ...startingWith(initial),
  })
  const members = data.pages.flatMap((page) => page.members)
  return { members: members.sort(byRoleThenName), ...query }
}

/** Highest role first. */
const byRoleThenName = (one: Member, other: Member): number =>
  roles.indexOf(other.role) - roles.indexOf(one.role) || one.name.localeCompare(other.name)

export function useInvitations(projectId: string, initial: AnswerTo<typeof listInvitations>) {
  const { data, ...query } = useInfiniteQuery({
    queryKey: invitationsKey(projectId),
    queryFn: ({ pageParam, signal }) =>
      call(listInvitations, { id: projectId, limit: pageOf, cursor: pageParam }, { signal }),
    ...cursorPages,
    ...startingWith(initial),
  })
  return { invitations: data.pages.flatMap((page) => page.invitations), ...query }
}

const withRole = (pages: Pages | undefined, userId: string, role: Role): Pages | undefined =>
  pages && {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      members: page.members.map((member) => (member.user_id === userId ? { ...member, role } : member)),
    })),
  }

/** Optimistic: shows the new role at once and rolls back on an error. */
export function useChangeRole(projectId: string, onChanged: (member: Member) => void) {
  const queries = useQueryClient()
  const key = membersKey(projectId)
  return useMutation({
    mutationFn: ({ member, role }: { member: Member; role: Role }) =>
      call(changeMember, { id: projectId, user_id: member.user_id, role }),
    onMutate: async ({ member, role }) => {
      await queries.cancelQueries({ queryKey: key })
      queries.setQueryData<Pages>(key, (pages) => withRole(pages, member.user_id, role))
    },
    onError: (_error, { member }) =>
      queries.setQueryData<Pages>(key, (pages) => withRole(pages, member.user_id, member.role)),
    onSuccess: ({ member }) => onChanged(member),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}
