import { sql, type Transaction } from 'kysely'
import type { DB } from '@/lib/db/types.generated'
import { appendEvents } from '@/lib/events/append'
import { newId } from '@/lib/ids'
import { type ConversationRow, type MessageRow, messageColumns } from '../rows'
import { serializeConversation, serializeMessage } from '../serializer'
import type { InboxAccount, LaterChange, MessageChange, Received } from '../wire/inbox-change'
import { openConversations, threadKeyOf } from './conversations'
import { applyEarlyChanges, applyLaterChanges } from './later-changes'
import { refreshConversations } from './refresh-conversations'

/**
 * Stores changes of one account. Each message is stored once, whatever the number, the order and the source of its
 * deliveries. Changes of one project are stored one after the other, so that a change cannot miss its message.
 *
 * @param isHistory messages from before the account was read for the first time: read, and without events
 */
export async function storeChanges(
  tx: Transaction<DB>,
  account: InboxAccount,
  received: readonly Received[],
  { isHistory = false } = {},
): Promise<{ stored: number }> {
  await lockInbox(tx, account.projectId)
  const messages = received.filter((one): one is Received<MessageChange> => one.change.type === 'message')
  const later = received.filter((one): one is Received<LaterChange> => one.change.type !== 'message')
  const unknown = await adoptReplies(tx, account, await withoutKnown(tx, account.projectId, messages))
  const conversations = await openConversations(tx, account, unknown)
  const stored = await insertMessages(tx, account, unknown, conversations)
  if (isHistory) await markRead(tx, stored)
  const changed = new Set(stored.map(({ conversation_id }) => conversation_id))
  for (const id of await applyEarlyChanges(tx, account.projectId, stored)) changed.add(id)
  for (const id of await applyLaterChanges(tx, account.projectId, later)) changed.add(id)
  const incoming = stored.filter(({ direction }) => direction === 'them')
  const reopened = isHistory ? [] : incoming.map(({ conversation_id }) => conversation_id)
  const rows = await refreshConversations(tx, account.projectId, [...changed], { reopened })
  if (!isHistory) await announceMessages(tx, account.projectId, incoming, rows)
  if (rows.some(({ kind, participant_name }) => kind === 'dm' && participant_name === null))
    await lookUpNames(tx, account)
  return { stored: stored.length }
}

/** Direct messages come without names. Reading the account's conversations finds them, at most every five minutes. */
async function lookUpNames(tx: Transaction<DB>, { projectId, platform, accountId }: InboxAccount): Promise<void> {
  await sql`
    update inbox_accounts a
    set next_check_at = least(a.next_check_at, greatest(now(), a.checked_at + interval '5 minutes'))
    from social_connections c
    where c.id = a.connection_id and c.project_id = ${projectId} and c.channel = ${platform}
      and c.account_id = ${accountId} and c.disconnected_at is null and a.failure_count = 0`.execute(tx)
}

/** Serializes everything that stores messages of a project. */
export async function lockInbox(tx: Transaction<DB>, projectId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`inbox ${projectId}`}, 0))`.execute(tx)
}

/** History of new conversations. */
async function markRead(tx: Transaction<DB>, messages: readonly MessageRow[]): Promise<void> {
  const ids = [...new Set(messages.map(({ conversation_id }) => conversation_id))]
  await sql`update inbox_conversations set read_at = clock_timestamp()
    where id = any(${ids}::uuid[]) and read_at = '-infinity'`.execute(tx)
}

const keyOf = ({ kind, externalId }: { kind: string; externalId: string }): string => `${kind} ${externalId}`

/** The messages that are not stored yet, each once. */
async function withoutKnown(
  tx: Transaction<DB>,
  projectId: string,
  messages: readonly Received<MessageChange>[],
): Promise<Received<MessageChange>[]> {
  const unique = new Map(messages.toReversed().map((one) => [keyOf(one.change), one]))
  if (unique.size === 0) return []
  const { rows } = await sql<{ kind: string; external_id: string }>`
    select m.kind, m.external_id
    from unnest(${[...unique.values()].map(({ change }) => change.kind)}::text[],
      ${[...unique.values()].map(({ change }) => change.externalId)}::text[]) as given (kind, external_id)
    join inbox_messages m on m.project_id = ${projectId} and m.kind = given.kind and m.external_id = given.external_id`.execute(
    tx,
  )
  for (const { kind, external_id } of rows) unique.delete(keyOf({ kind, externalId: external_id }))
  return messages.filter((one) => unique.get(keyOf(one.change)) === one)
}

/**
 * A reply whose call was cut returns as a message of the account. It gets the id instead of a second row.
 *
 * @returns the messages that are not such replies
 */
async function adoptReplies(
  tx: Transaction<DB>,
  account: InboxAccount,
  messages: Received<MessageChange>[],
): Promise<Received<MessageChange>[]> {
  const { projectId, platform, accountId } = account
  if (!messages.some(({ change }) => change.direction === 'us')) return messages
  const inDoubt = await threadsInDoubt(tx, account)
  const rest: Received<MessageChange>[] = []
  for (const one of messages) {
    const { change } = one
    const isAdopted = change.direction === 'us' && inDoubt.has(threadKeyOf(change)) && (await adopt(change))
    if (!isAdopted) rest.push(one)
  }
  return rest

  async function adopt({ kind, externalId, threadId, text }: MessageChange): Promise<boolean> {
    const { rows } = await sql`
      update inbox_messages set external_id = ${externalId}, send_status = 'sent', error_code = null,
        error_message = null, next_look_at = null, doubt_since = null
      where id = (
        select m.id from inbox_messages m join inbox_conversations c on c.id = m.conversation_id
        where c.project_id = ${projectId} and c.platform = ${platform} and c.account_id = ${accountId}
          and c.kind = ${kind} and c.thread_id = ${threadId}
          and m.direction = 'us' and m.external_id is null and m.doubt_since is not null
          and btrim(m.body) = btrim(${text})
        order by m.sent_at, m.id limit 1)
      returning id`.execute(tx)
    return rows.length > 0
  }
}

/** Threads with a reply whose outcome is unknown. */
async function threadsInDoubt(
  tx: Transaction<DB>,
  { projectId, platform, accountId }: InboxAccount,
): Promise<Set<string>> {
  const { rows } = await sql<Pick<MessageChange, 'kind' | 'threadId'>>`
    select distinct c.kind, c.thread_id as "threadId"
    from inbox_messages m join inbox_conversations c on c.id = m.conversation_id
    where m.project_id = ${projectId} and m.external_id is null and m.doubt_since is not null
      and c.platform = ${platform} and c.account_id = ${accountId}`.execute(tx)
  return new Set(rows.map(threadKeyOf))
}

async function insertMessages(
  tx: Transaction<DB>,
  { projectId }: InboxAccount,
  messages: readonly Received<MessageChange>[],
  conversations: ReadonlyMap<string, ConversationRow>,
): Promise<MessageRow[]> {
  const rows = messages.flatMap(({ change, receivedAt }) => {
    const conversation = conversations.get(threadKeyOf(change))
    if (!conversation) return []
    const { kind, externalId, direction, author, text, attachments, replyToId, sentAt } = change
    return [
      {
        ...{ id: newId(), project_id: projectId, conversation_id: conversation.id, kind, direction },
        ...{ external_id: externalId, reply_to_id: replyToId, author_id: author.id, body: text },
        author_name: author.name ?? (kind === 'dm' && direction === 'them' ? conversation.participant_name : null),
        attachments: JSON.stringify(attachments),
        // A clock that is ahead must not keep a message on top.
        sent_at: sentAt && sentAt < receivedAt ? sentAt : receivedAt,
        send_status: direction === 'us' ? ('sent' as const) : null,
      },
    ]
  })
  if (rows.length === 0) return []
  return tx.insertInto('inbox_messages').values(rows).returning(messageColumns).execute()
}

async function announceMessages(
  tx: Transaction<DB>,
  projectId: string,
  messages: readonly MessageRow[],
  conversations: readonly ConversationRow[],
): Promise<void> {
  const byId = new Map(conversations.map((row) => [row.id, serializeConversation(row)]))
  await appendEvents(
    tx,
    messages.map((row) => ({
      projectId,
      event: 'inbox.message_received' as const,
      data: { conversation: byId.get(row.conversation_id), message: serializeMessage(row) },
    })),
  )
}
