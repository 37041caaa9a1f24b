import { database } from '@/lib/db/pool'
import type { MailContent } from '@/lib/mail/content'
import { openContent } from '@/lib/mail/seal'
import { rememberSecret } from './product'

/** Mails to this address that wait to be sent or could not be sent, oldest first. Works where no worker sends them. */
export async function mailsTo(email: string): Promise<(MailContent & { kind: string })[]> {
  const rows = await database()
    .selectFrom('outgoing_mails')
    .select(['id', 'kind', 'content', 'content_key_id'])
    .where('recipient', '=', email)
    .orderBy('id')
    .execute()
  return rows.flatMap(({ id, kind, content, content_key_id }) =>
    content && content_key_id ? [{ kind, ...openContent(id, { content, content_key_id }) }] : [],
  )
}

/** The secret part of the newest link that was mailed to this address: what follows `/reset-password/` or `/confirm-email/`. */
export async function linkMailedTo(email: string, page: 'reset-password' | 'confirm-email'): Promise<string> {
  const links = (await mailsTo(email)).flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'button' && block.path.startsWith(`/${page}/`) ? [block.path] : [])),
  )
  const token = links.at(-1)?.slice(page.length + 2)
  if (!token) throw new Error(`No ${page} link was mailed to ${email}.`)
  rememberSecret(token)
  return token
}
