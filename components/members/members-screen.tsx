'use client'

import { useState } from 'react'
import { useIsAtLeast } from '@/components/projects/role'
import type { AnswerTo } from '@/lib/api/operation'
import type { listInvitations, listMembers } from '@/lib/api/operations.generated'
import { InvitationList } from './invitation-list'
import { InviteForm } from './invite-form'
import { LinkOnce, type MadeLink } from './link-once'
import { MemberList } from './member-list'
import { RoleGuide } from './role-guide'

type Props = {
  projectId: string
  members: AnswerTo<typeof listMembers>
  /** Null to whom it is not shown. */
  invitations: AnswerTo<typeof listInvitations> | null
}

export function MembersScreen({ projectId, members, invitations }: Props) {
  const isManager = useIsAtLeast('admin')
  const [made, setMade] = useState<MadeLink | null>(null)
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      {isManager && <InviteForm projectId={projectId} onMade={setMade} />}
      {isManager && made && <LinkOnce made={made} onClose={() => setMade(null)} />}
      {isManager && invitations && (
        <InvitationList
          projectId={projectId}
          initial={invitations}
          onMade={setMade}
          // A link that was taken back must not go on looking like one to send.
          onRevoked={(id) => setMade((current) => (current?.invitation.id === id ? null : current))}
        />
      )}
      <MemberList projectId={projectId} initial={members} />
      <RoleGuide />
    </div>
  )
}
