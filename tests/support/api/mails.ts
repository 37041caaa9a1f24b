import { database } from '@/lib/db/pool'
import type { MailContent } from '@/lib/mail/content'
import { openContent } from '@/lib/mail/seal'
import { until } from '../processes/child-process'
import { recordSecret } from '../processes/leak-log'
import { control } from './api'

/** Queued and failed mails to this address, oldest first. Works where no worker sends them. */
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

/** The token in the newest mailed link, after `/reset-password/` or `/confirm-email/`. */
export async function linkMailedTo(email: string, page: 'reset-password' | 'confirm-email'): Promise<string> {
  const links = (await mailsTo(email)).flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'button' && block.path.startsWith(`/${page}/`) ? [block.path] : [])),
  )
  const token = links.at(-1)?.slice(page.length + 2)
  if (!token) throw new Error(`No ${page} link was mailed to ${email}.`)
  recordSecret(token)
  return token
}

type Received = { mails: { text: string }[] }

/** The path of the newest link that the sandbox's mail server received. Needs a worker. */
export async function linkReceivedBy(email: string, page: 'reset-password' | 'confirm-email'): Promise<string> {
  let path: string | undefined
  await until(async () => {
    const { mails } = await control<Received>('GET', `/control/mails?to=${encodeURIComponent(email)}`)
    path = mails.flatMap(({ text }) => new RegExp(`/${page}/\\w+`).exec(text) ?? [])[0]
    return path !== undefined
  }, `A ${page} link for ${email}`)
  recordSecret(path?.slice(page.length + 2) ?? '')
  return path ?? ''
}
