'use client'

import { useState } from 'react'
import { useIsAtLeast } from '@/components/projects/role'
import type { AnswerTo } from '@/lib/api/operation'
import type { listInvitations, listMembers } from '@/lib/openapi/operations.generated'
import { InvitationList } from './invitation-list'
import { InviteForm } from './invite-form'
import { MemberList } from './member-list'
import { type InvitationLink, NewInvitationLink } from './new-invitation-link'
import { RolePermissions } from './role-permissions'

type Props = {
  projectId: string
  members: AnswerTo<typeof listMembers>
  /** Null without access. */
  invitations: AnswerTo<typeof listInvitations> | null
}

export function MembersScreen({ projectId, members, invitations }: Props) {
  const isManager = useIsAtLeast('admin')
  const [link, setLink] = useState<InvitationLink | null>(null)
  return (
    <div className="flex flex-col gap-6">
      <MemberList projectId={projectId} initial={members} />
      {isManager && invitations && (
        <InvitationList
          projectId={projectId}
          initial={invitations}
          onCreated={setLink}
          // Hide a link that no longer works.
          onRevoked={(id) => setLink((current) => (current?.invitation.id === id ? null : current))}
        />
      )}
      {isManager && link && <NewInvitationLink key={link.url} link={link} onClose={() => setLink(null)} />}
      {isManager && <InviteForm projectId={projectId} onCreated={setLink} />}
      <RolePermissions />
    </div>
  )
}
