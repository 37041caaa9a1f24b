import { sql, type Transaction } from 'kysely'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { appendEvent } from '@/lib/events/append'
import { newId } from '@/lib/ids'
import { openConversations } from '../process/conversations'
import { refreshConversations } from '../process/refresh-conversations'
import { lockInbox } from '../process/store-changes'
import { type ConversationRow, type MessageRow, messageColumns } from '../rows'
import { serializeConversation, serializeMessage } from '../serializer'

/** An in-flight reply is looked up at the network after this time, if its process died. */
const leaseSeconds = 60

export type NewReply = {
  conversation: ConversationRow
  kind: 'comment' | 'dm'
  body: string
  replyToId: string | null
  privateReplyTo: string | null
  userId: string | null
  authorName: string | null
}

/** Stores a reply before it is sent, so that a crash cannot hide or repeat it. */
export async function insertReply(db: Database, reply: NewReply, now: Date): Promise<MessageRow> {
  const { conversation, kind, body, replyToId, privateReplyTo, userId, authorName } = reply
  return transaction(db, async (tx) => {
    await lockInbox(tx, conversation.project_id)
    const row = await tx
      .insertInto('inbox_messages')
      .values({
        ...{ id: newId(), project_id: conversation.project_id, conversation_id: conversation.id, kind },
        ...{ direction: 'us', author_id: conversation.account_id, author_name: authorName, body, sent_at: now },
        ...{ reply_to_id: replyToId, private_reply_to: privateReplyTo, user_id: userId },
        next_look_at: sql<Date>`now() + make_interval(secs => ${leaseSeconds})`,
      })
      .returning(messageColumns)
      .executeTakeFirstOrThrow()
    await refreshConversations(tx, conversation.project_id, [conversation.id])
    return row
  })
}

export type Stored = { message: MessageRow; conversation: ConversationRow }

/** The reply has an id. The copy that a webhook brought meanwhile is deleted. */
export async function storeSent(
  db: Database,
  reply: MessageRow,
  { externalId, personId = null }: { externalId: string; personId?: string | null },
): Promise<Stored> {
  return transaction(db, async (tx) => {
    await lockInbox(tx, reply.project_id)
    const { rows: copies } = await sql<{ conversation_id: string }>`
      delete from inbox_messages where project_id = ${reply.project_id} and kind = ${reply.kind}
        and external_id = ${externalId} and id <> ${reply.id} returning conversation_id`.execute(tx)
    const target =
      copies[0]?.conversation_id ?? (await privateConversation(tx, reply, personId)) ?? reply.conversation_id
    const message = await tx
      .updateTable('inbox_messages')
      .set({
        ...{ external_id: externalId, send_status: 'sent', error_code: null, error_message: null },
        ...{ next_look_at: null, doubt_since: null, conversation_id: target },
      })
      .where('id', '=', reply.id)
      .returning(messageColumns)
      .executeTakeFirstOrThrow()
    const ids = [...new Set([reply.conversation_id, target])]
    const rows = await refreshConversations(tx, reply.project_id, ids)
    const conversation = rows.find(({ id }) => id === target)
    if (!conversation) throw new Error(`The conversation of reply ${reply.id} is gone.`)
    return { message, conversation }
  })
}

/** A private reply moves from the comment to the conversation with its author. */
async function privateConversation(
  tx: Transaction<DB>,
  reply: MessageRow,
  personId: string | null,
): Promise<string | null> {
  if (reply.private_reply_to === null || personId === null) return null
  const from = await tx
    .selectFrom('inbox_conversations')
    .selectAll()
    .where('id', '=', reply.conversation_id)
    .executeTakeFirstOrThrow()
  const account = {
    ...{ projectId: from.project_id, accountId: from.account_id },
    platform: from.platform as 'instagram' | 'facebook',
  }
  const change = {
    ...{ type: 'message' as const, kind: 'dm' as const, externalId: reply.id, threadId: personId },
    ...{ direction: 'us' as const, author: { id: from.account_id, name: null }, text: reply.body },
    ...{ attachments: [], replyToId: null, sentAt: reply.sent_at },
    person: { id: personId, name: from.participant_name },
  }
  const opened = await openConversations(tx, account, [{ change, receivedAt: reply.sent_at }])
  return opened.get(`dm ${personId}`)?.id ?? null
}

/** The reply was refused, or nobody knows whether it was sent. It stays in the thread. */
export async function storeFailed(
  db: Database,
  reply: MessageRow,
  { code, message: text }: { code: string; message: string },
): Promise<Stored> {
  return transaction(db, async (tx) => {
    await lockInbox(tx, reply.project_id)
    const message = await tx
      .updateTable('inbox_messages')
      .set({ send_status: 'failed', error_code: code, error_message: text.slice(0, 1_000), next_look_at: null })
      .where('id', '=', reply.id)
      .where('send_status', 'is', null)
      .returning(messageColumns)
      .executeTakeFirst()
    const conversation = await tx
      .selectFrom('inbox_conversations')
      .selectAll()
      .where('id', '=', reply.conversation_id)
      .executeTakeFirstOrThrow()
    // A webhook proved meanwhile that it was sent.
    if (!message) return { message: await findReply(tx, reply), conversation }
    const data = { conversation: serializeConversation(conversation), message: serializeMessage(message) }
    await appendEvent(tx, { projectId: reply.project_id, event: 'inbox.message_failed', data })
    return { message, conversation }
  })
}

const findReply = (db: Database, { id }: MessageRow): Promise<MessageRow> =>
  db.selectFrom('inbox_messages').select(messageColumns).where('id', '=', id).executeTakeFirstOrThrow()

/** The call ended without a clear outcome. A job asks the network later. */
export async function storeDoubt(db: Database, reply: MessageRow, lookInSeconds: number): Promise<void> {
  await sql`
    update inbox_messages set doubt_since = coalesce(doubt_since, now()),
      next_look_at = now() + make_interval(secs => ${lookInSeconds})
    where id = ${reply.id} and send_status is null`.execute(db)
}
