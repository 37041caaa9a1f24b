'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import { ErrorNote } from '@/components/errors/error-note'
import { Time } from '@/components/time/zone'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ShowMore } from '@/components/ui/data/show-more'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import type { Invitation } from '@/lib/invitations/contract'
import { type listInvitations, resendInvitation, revokeInvitation } from '@/lib/openapi/operations.generated'
import type { InvitationLink } from './new-invitation-link'
import { roleName } from './role-names'
import { invitationsKey, useInvitations } from './use-members'

type Props = {
  projectId: string
  initial: AnswerTo<typeof listInvitations>
  onCreated: (link: InvitationLink) => void
  onRevoked: (id: string) => void
}

export function InvitationList({ projectId, initial, onCreated, onRevoked }: Props) {
  const queries = useQueryClient()
  const toast = useToast()
  const [revoking, setRevoking] = useState<Invitation | null>(null)
  const { invitations, ...query } = useInvitations(projectId, initial)
  const refresh = () => queries.invalidateQueries({ queryKey: invitationsKey(projectId) })
  const renew = useMutation({
    mutationFn: ({ id }: Invitation) => call(resendInvitation, { id }),
    onSuccess: onCreated,
    onSettled: refresh,
  })
  const revoke = async ({ id, email }: Invitation): Promise<void> => {
    await call(revokeInvitation, { id })
    onRevoked(id)
    await refresh()
    toast(`Invitation for ${email} revoked.`)
  }
  if (invitations.length === 0 && !query.error) return null
  return (
    <section aria-labelledby="invitations" className="panel flex flex-col gap-3 p-5">
      <h2 id="invitations" className="text-lg font-semibold">
        Pending invitations
      </h2>
      {query.error && <ErrorNote isReading error={query.error} title="The list may be out of date" />}
      {renew.error && <ErrorNote error={renew.error} title="Link not created" />}
      <ul className="-mx-5 divide-y divide-line border-t border-line [&:not(:has(+div))]:-mb-5">
        {invitations.map((invitation) => (
          <InvitationRow
            key={invitation.id}
            invitation={invitation}
            isBusy={renew.isPending && renew.variables.id === invitation.id}
            onRenew={() => renew.mutate(invitation)}
            onRevoke={() => setRevoking(invitation)}
          />
        ))}
      </ul>
      <ShowMore query={query} />
      {revoking && (
        <ConfirmDialog
          title={`Revoke the invitation for ${revoking.email}?`}
          confirmLabel="Revoke"
          onConfirm={() => revoke(revoking)}
          onClose={() => setRevoking(null)}
        >
          <p>The link stops working immediately.</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

type RowProps = { invitation: Invitation; isBusy: boolean; onRenew: () => void; onRevoke: () => void }

function InvitationRow({ invitation, isBusy, onRenew, onRevoke }: RowProps) {
  const { email, role, invited_by: inviter, expires_at: end, is_expired: isExpired } = invitation
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4">
      <div className="min-w-0 flex-1 basis-52">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h3 className="font-semibold wrap-anywhere">{email}</h3>
          {isExpired && (
            <Badge tone="warn" Icon={Clock}>
              Expired
            </Badge>
          )}
        </div>
        <p className="text-sm text-ink-soft">
          {roleName[role]}, {inviter ? `invited by ${inviter}, ` : ''}
          {isExpired ? 'expired' : 'expires'} <Time at={end} />
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button isSmall isBusy={isBusy} onClick={onRenew}>
          New link<span className="sr-only"> for {email}</span>
        </Button>
        <Button isSmall tone="danger" onClick={onRevoke}>
          Revoke<span className="sr-only"> the invitation for {email}</span>
        </Button>
      </div>
    </li>
  )
}
