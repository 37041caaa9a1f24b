import type { Transaction } from 'kysely'
import type { DB } from '@/lib/db/types.generated'
import { enqueueMail } from '@/lib/mail/enqueue'
import { invitation } from '@/lib/mail/templates/account'
import type { InvitationRow } from './repository'
import { invitationDays } from './roles'

/** @returns false if no mail server is configured; the link must then be sent manually */
export async function mailInvitation(
  tx: Transaction<DB>,
  { project_id, email, role, inviter }: InvitationRow,
  path: string,
): Promise<boolean> {
  const { name } = await tx.selectFrom('projects').select('name').where('id', '=', project_id).executeTakeFirstOrThrow()
  return enqueueMail(tx, {
    to: email,
    kind: 'invitation',
    expiresInSeconds: invitationDays * 86_400,
    ...invitation({
      inviterName: inviter ?? 'Someone',
      projectName: name,
      role,
      path,
      validFor: `${invitationDays} days`,
    }),
  })
}
