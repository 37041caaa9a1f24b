import { sql } from 'kysely'
import { ChannelError } from '@/lib/channels/channel-error'
import { listComments, listConversations } from '@/lib/channels/inbox/inbox'
import { channels } from '@/lib/channels/registry'
import { channelSettings } from '@/lib/channels/settings'
import type { Database } from '@/lib/db/pool'
import { deadlineIn } from '@/lib/deadline'
import { AppError } from '@/lib/errors'
import { log } from '@/lib/logger'
import { callingAs, requireAccount } from '../account'
import type { InboxPlatform } from '../kinds'
import { type MessageRow, messageColumns } from '../rows'
import { storeFailed, storeSent } from './outbound'

/** Absent in so many looks: it was not sent. */
const looks = 2
/** The network could not be asked so often: nobody knows. */
const triesMax = 6
const callMs = 20_000
const batchSize = 20
/** Clocks differ. */
const skewMs = 120_000

type InDoubt = MessageRow & { look_count: number; platform: InboxPlatform; account_id: string; thread_id: string }

/** Asks the network about replies whose call ended without an outcome, or whose process died. Nothing is sent again. */
export async function settleReplies(db: Database): Promise<number> {
  const due = await claim(db)
  for (const reply of due) {
    try {
      await settle(db, reply)
    } catch (error) {
      log.warn('inbox.reply_not_settled', { message_id: reply.id, cause: error })
    }
  }
  return due.length
}

async function claim(db: Database): Promise<InDoubt[]> {
  const columns = sql.join(messageColumns.map((column) => sql.ref(`m.${column}`)))
  const { rows } = await sql<InDoubt>`
    update inbox_messages m set look_count = m.look_count + 1, doubt_since = coalesce(m.doubt_since, now()),
      next_look_at = now() + interval '60 seconds'
    from inbox_conversations c
    where c.id = m.conversation_id and m.id in (
      select id from inbox_messages where next_look_at <= now() order by next_look_at limit ${batchSize}
      for update skip locked)
    returning ${columns}, m.look_count, c.platform, c.account_id, c.thread_id`.execute(db)
  return rows
}

async function settle(db: Database, reply: InDoubt): Promise<void> {
  const { name } = channels[reply.platform]
  const unknown = {
    code: 'outcome_unknown',
    message: `${name} did not respond, and it is not known whether the reply was sent. Check there before you send it again.`,
  }
  let found: string | null
  try {
    found = await findAtNetwork(db, reply)
  } catch (error) {
    if (!(error instanceof ChannelError) && !(error instanceof AppError)) throw error
    if (reply.look_count >= triesMax) await storeFailed(db, reply, unknown)
    return
  }
  if (found !== null) await storeSent(db, reply, { externalId: found })
  else if (reply.look_count >= looks)
    await storeFailed(db, reply, { code: 'not_sent', message: `${name} does not have this reply. Send it again.` })
  else {
    const lagSeconds = channelSettings(reply.platform).visibilityLagMs / 1_000
    await sql`update inbox_messages set next_look_at = now() + make_interval(secs => ${lagSeconds})
      where id = ${reply.id} and send_status is null`.execute(db)
  }
}

/** A message of ours with this text and of this time that no other row has. */
async function findAtNetwork(db: Database, reply: InDoubt): Promise<string | null> {
  const { project_id, platform, account_id, thread_id } = reply
  const account = await requireAccount(db, project_id, { platform, accountId: account_id })
  const call = { signal: deadlineIn(callMs) }
  const listed = await callingAs(db, account, async () =>
    reply.kind === 'comment'
      ? (await listComments(platform, account, { commentId: thread_id }, call)).map(({ author, ...comment }) => ({
          ...comment,
          isOurs: author.id === account_id,
        }))
      : (await listConversations(platform, account, personOf(reply), call)).flatMap(({ messages }) => messages),
  )
  const similar = listed.filter(
    ({ isOurs, text, at }) =>
      isOurs && text.trim() === reply.body.trim() && at.getTime() >= reply.sent_at.getTime() - skewMs,
  )
  if (similar.length === 0) return null
  const known = await db
    .selectFrom('inbox_messages')
    .select('external_id')
    .where('project_id', '=', project_id)
    .where('kind', '=', reply.kind)
    .where(sql<boolean>`external_id = any(${similar.map(({ id }) => id)}::text[])`)
    .where('user_id', 'is not', null)
    .execute()
  const taken = new Set(known.map(({ external_id }) => external_id))
  // The oldest: two replies with the same text are settled in their order.
  const free = similar.filter(({ id }) => !taken.has(id)).sort((one, other) => one.at.getTime() - other.at.getTime())
  return free[0]?.id ?? null
}

/** The person of a private reply is not known by the comment's author id. */
const personOf = ({ private_reply_to, thread_id }: InDoubt): { personId?: string } =>
  private_reply_to === null ? { personId: thread_id } : {}
