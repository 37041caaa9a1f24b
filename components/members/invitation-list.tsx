'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { Time } from '@/components/time/zone'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { type listInvitations, resendInvitation, revokeInvitation } from '@/lib/api/operations.generated'
import type { Invitation } from '@/lib/invitations/contract'
import type { MadeLink } from './link-once'
import { roleName } from './role-names'
import { invitationsKey, useInvitations } from './use-members'

type Props = {
  projectId: string
  initial: AnswerTo<typeof listInvitations>
  onMade: (made: MadeLink) => void
  onRevoked: (id: string) => void
}

export function InvitationList({ projectId, initial, onMade, onRevoked }: Props) {
  const queries = useQueryClient()
  const toast = useToast()
  const [revoking, setRevoking] = useState<Invitation | null>(null)
  const { invitations, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInvitations(projectId, initial)
  const refresh = () => queries.invalidateQueries({ queryKey: invitationsKey(projectId) })
  const renew = useMutation({
    mutationFn: ({ id }: Invitation) => call(resendInvitation, { id }),
    onSuccess: (made) => onMade(made),
    onSettled: refresh,
  })
  const revoke = async ({ id, email }: Invitation): Promise<void> => {
    await call(revokeInvitation, { id })
    onRevoked(id)
    await refresh()
    toast(`The invitation of ${email} is taken back.`)
  }
  if (invitations.length === 0 && !error) return null
  return (
    <section aria-labelledby="invitations" className="flex flex-col gap-3">
      <h2 id="invitations" className="text-lg font-semibold">
        Invitations that wait
      </h2>
      {error && <ErrorNote isReading error={error} title="The list may be out of date" />}
      {renew.error && <ErrorNote error={renew.error} title="No new link was made" />}
      <ul className="panel divide-y divide-line">
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
      {hasNextPage && (
        <Button className="self-start" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
      {revoking && (
        <ConfirmDialog
          title={`Take back the invitation of ${revoking.email}?`}
          confirmLabel="Take back"
          onConfirm={() => revoke(revoking)}
          onClose={() => setRevoking(null)}
        >
          <p>The link stops working at once.</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

type RowProps = { invitation: Invitation; isBusy: boolean; onRenew: () => void; onRevoke: () => void }

function InvitationRow({ invitation, isBusy, onRenew, onRevoke }: RowProps) {
  const { email, role, invited_by: inviter, expires_at: end, is_expired: isExpired } = invitation
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
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
          {isExpired ? 'the link ended' : 'the link works until'} <Time at={end} />
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button isSmall isBusy={isBusy} onClick={onRenew}>
          New link<span className="sr-only"> for {email}</span>
        </Button>
        <Button isSmall tone="danger" onClick={onRevoke}>
          Take back<span className="sr-only"> the invitation of {email}</span>
        </Button>
      </div>
    </li>
  )
}
