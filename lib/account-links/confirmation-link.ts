import type { Transaction } from 'kysely'
import type { DB } from '@/lib/db/types.generated'
import { enqueueMail } from '@/lib/mail/enqueue'
import { addressConfirmation } from '@/lib/mail/templates/account'
import { createLink, linkSeconds } from './repository'

type Person = { id: string; email: string; name: string }

/**
 * Mails a link that confirms an account's email.
 *
 * @param invitationId invitation to accept on confirmation
 */
export async function sendConfirmationLink(
  tx: Transaction<DB>,
  { id, email, name }: Person,
  invitationId: string | null = null,
): Promise<void> {
  const purpose = 'confirm_email'
  const token = await createLink(tx, { userId: id, purpose, email, invitationId })
  await enqueueMail(tx, {
    to: email,
    userId: id,
    kind: 'address_confirmation',
    expiresInSeconds: linkSeconds[purpose],
    ...addressConfirmation({ name, path: `/confirm-email/${token}`, validFor: '24 hours' }),
  })
}
