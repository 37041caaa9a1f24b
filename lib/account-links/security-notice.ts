import type { Transaction } from 'kysely'
import type { DB } from '@/lib/db/types.generated'
import { enqueueMail } from '@/lib/mail/enqueue'
import { type SecurityChange, securityNotice } from '@/lib/mail/templates/account'

/** `id` is null for a notice that must outlive the account. */
type Person = { id: string | null; email: string; name: string }

/** Notifies a user of a change to their sign-in by mail. */
export async function sendSecurityNotice(
  tx: Transaction<DB>,
  { id, email, name }: Person,
  { change, now, detail }: { change: SecurityChange; now: Date; detail?: string },
): Promise<void> {
  const at = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(now)
  const content = securityNotice({ name, change, at: `${at} UTC`, ...(detail ? { detail } : {}) })
  await enqueueMail(tx, { to: email, userId: id, kind: 'security_notice', ...content })
}
