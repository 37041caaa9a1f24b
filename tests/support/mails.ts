import { database } from '@/lib/db/pool'
import type { MailContent } from '@/lib/mail/content'
import { openContent } from '@/lib/mail/seal'
import { control } from './api'
import { rememberSecret, until } from './product'

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

type Received = { mails: { text: string }[] }

/** The path of the newest link to a page that the sandbox's mail server received for this address. Needs a worker. */
export async function linkReceivedBy(email: string, page: 'reset-password' | 'confirm-email'): Promise<string> {
  let path: string | undefined
  await until(async () => {
    const { mails } = await control<Received>('GET', `/control/mails?to=${encodeURIComponent(email)}`)
    path = mails.flatMap(({ text }) => new RegExp(`/${page}/\\w+`).exec(text) ?? [])[0]
    return path !== undefined
  }, `A ${page} link for ${email}`)
  rememberSecret(path?.slice(page.length + 2) ?? '')
  return path ?? ''
}
