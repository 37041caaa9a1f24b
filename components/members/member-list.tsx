'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { RoleNote } from '@/components/projects/role'
import { ShowMore } from '@/components/ui/data/show-more'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import type { Role } from '@/lib/auth/roles'
import type { Member } from '@/lib/members/contract'
import { type listMembers, removeMember, transferOwnership } from '@/lib/openapi/operations.generated'
import { type MemberChange, MemberDialog, needsConfirmation } from './member-dialogs'
import { MemberRow } from './member-row'
import { membersKey } from './members-key'
import { roleName } from './role-names'
import { useChangeRole, useMembers } from './use-members'

type Props = { projectId: string; initial: AnswerTo<typeof listMembers> }

export function MemberList({ projectId, initial }: Props) {
  const router = useRouter()
  const queries = useQueryClient()
  const toast = useToast()
  const [toConfirm, setToConfirm] = useState<MemberChange | null>(null)
  const { members, ...query } = useMembers(projectId, initial)
  const onChanged = ({ name, role, is_you }: Member): void => {
    toast(`${is_you ? 'You are' : `${name} is`} now ${roleName[role].toLowerCase()}.`)
    // The server renders the screens by role.
    if (is_you) router.refresh()
  }
  const change = useChangeRole(projectId, onChanged)
  const setRole = (member: Member, role: Role): void => {
    if (needsConfirmation(member, role)) setToConfirm({ act: 'role', member, role })
    else change.mutate({ member, role })
  }
  const confirm = async (confirmed: MemberChange): Promise<void> => {
    const { member } = confirmed
    if (confirmed.act === 'role') return void (await change.mutateAsync({ member, role: confirmed.role }))
    if (confirmed.act === 'transfer') {
      await call(transferOwnership, { id: projectId, user_id: member.user_id })
      toast(`${member.name} is now owner and you are admin.`)
      router.refresh()
    } else {
      await call(removeMember, { id: projectId, user_id: member.user_id })
      // A full page load clears the project from memory.
      if (member.is_you) return window.location.assign('/')
      toast(`${member.name} removed.`)
    }
    await queries.invalidateQueries({ queryKey: membersKey(projectId) })
  }
  const busyId = change.isPending ? change.variables.member.user_id : null
  return (
    <section aria-labelledby="members" className="panel flex flex-col gap-3 p-5">
      <div>
        <h2 id="members" className="text-lg font-semibold">
          Members
        </h2>
        <RoleNote least="admin" to="invite people or change their roles" className="text-ink-soft" />
      </div>
      {query.error && <ErrorNote isReading error={query.error} title="The list may be out of date" />}
      {change.error && !toConfirm && <ErrorNote error={change.error} title="Role not changed" />}
      <ul className="-mx-5 divide-y divide-line border-t border-line [&:not(:has(+div))]:-mb-5">
        {members.map((member) => (
          <MemberRow
            key={member.user_id}
            member={member}
            isBusy={busyId === member.user_id}
            onRole={(role) => setRole(member, role)}
            onAct={(act) => setToConfirm({ act, member })}
          />
        ))}
      </ul>
      <ShowMore query={query} />
      {toConfirm && (
        <MemberDialog
          change={toConfirm}
          onConfirm={() => confirm(toConfirm)}
          onClose={() => {
            setToConfirm(null)
            change.reset()
          }}
        />
      )}
    </section>
  )
}
