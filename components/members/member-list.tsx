'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { RoleNote } from '@/components/projects/role'
import { Button } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { type listMembers, removeMember, transferOwnership } from '@/lib/api/operations.generated'
import type { Role } from '@/lib/auth/roles'
import type { Member } from '@/lib/members/contract'
import { type Asked, MemberDialog, needsAsking } from './member-dialogs'
import { MemberRow } from './member-row'
import { roleName } from './role-names'
import { membersKey, useChangeRole, useMembers } from './use-members'

type Props = { projectId: string; initial: AnswerTo<typeof listMembers> }

export function MemberList({ projectId, initial }: Props) {
  const router = useRouter()
  const queries = useQueryClient()
  const toast = useToast()
  const [asked, setAsked] = useState<Asked | null>(null)
  const { members, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useMembers(projectId, initial)
  const tell = ({ name, role, is_you }: Member): void => {
    toast(`${is_you ? 'You are' : `${name} is`} ${roleName[role].toLowerCase()} now.`)
    // What the screens offer goes by the role, which the server draws.
    if (is_you) router.refresh()
  }
  const change = useChangeRole(projectId, tell)
  const setRole = (member: Member, role: Role): void => {
    if (needsAsking(member, role)) setAsked({ act: 'role', member, role })
    else change.mutate({ member, role })
  }
  const confirm = async (confirmed: Asked): Promise<void> => {
    const { member } = confirmed
    if (confirmed.act === 'role') return void (await change.mutateAsync({ member, role: confirmed.role }))
    if (confirmed.act === 'transfer') {
      await call(transferOwnership, { id: projectId, user_id: member.user_id })
      toast(`${member.name} owns the project now, and you are admin.`)
      router.refresh()
    } else {
      await call(removeMember, { id: projectId, user_id: member.user_id })
      // A whole load: nothing of the project may be left in memory.
      if (member.is_you) return window.location.assign('/')
      toast(`${member.name} is out of the project.`)
    }
    await queries.invalidateQueries({ queryKey: membersKey(projectId) })
  }
  const busyId = change.isPending ? change.variables.member.user_id : null
  return (
    <section aria-labelledby="members" className="flex flex-col gap-3">
      <div>
        <h2 id="members" className="text-lg font-semibold">
          Members
        </h2>
        <RoleNote least="admin" to="invite people or change their roles" className="text-ink-soft" />
      </div>
      {error && <ErrorNote isReading error={error} title="The list may be out of date" />}
      {change.error && !asked && <ErrorNote error={change.error} title="The role stays as it was" />}
      <ul className="panel divide-y divide-line">
        {members.map((member) => (
          <MemberRow
            key={member.user_id}
            member={member}
            isBusy={busyId === member.user_id}
            onRole={(role) => setRole(member, role)}
            onAct={(act) => setAsked({ act, member })}
          />
        ))}
      </ul>
      {hasNextPage && (
        <Button className="self-start" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
      {asked && (
        <MemberDialog
          asked={asked}
          onConfirm={() => confirm(asked)}
          onClose={() => {
            setAsked(null)
            change.reset()
          }}
        />
      )}
    </section>
  )
}
