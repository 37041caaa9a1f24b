import type { Transaction } from 'kysely'
import type { DB } from '@/lib/db/types.generated'
import { newId } from '@/lib/ids'
import { isMailConfigured } from './configured'
import { MailContent } from './content'
import type { MailKind } from './kinds'
import { insertMail } from './repository'
import { sealContent } from './seal'

export type NewMail = MailContent & {
  /** One address, checked by the caller. */
  to: string
  /** The recipient's id. The mail is deleted with the account, so omit it for a notice about its deletion. */
  userId?: string | null
  kind: MailKind
  /** A second mail with the same key is not stored. */
  dedupeKey?: string
  /** Not sent later than this. For mails with links that expire. */
  expiresInSeconds?: number
}

/**
 * Stores a mail to be sent by the job `send-mail`. Call it in the transaction that causes the mail, so that both are
 * stored or neither.
 *
 * @returns false if nothing was stored: no mail server is set up, or the dedupe key was used before
 */
export async function enqueueMail(tx: Transaction<DB>, mail: NewMail): Promise<boolean> {
  if (!isMailConfigured()) return false
  const { to, userId = null, kind, dedupeKey = null, expiresInSeconds = null, ...content } = mail
  const id = newId()
  return insertMail(tx, {
    id,
    userId,
    recipient: to,
    kind,
    dedupeKey,
    expiresInSeconds,
    ...sealContent(id, MailContent.parse(content)),
  })
}
