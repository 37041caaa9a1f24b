import { sql, type Transaction } from 'kysely'
import type { DB } from '@/lib/db/types.generated'
import type { ConversationRow } from '../rows'

/** Length of the text that lists show. */
const previewChars = 200

/**
 * Copies the last message and the unread count into conversations whose messages changed.
 *
 * @param reopened those with a new message: resolved and snoozed ones open again, spam stays
 */
export async function refreshConversations(
  tx: Transaction<DB>,
  projectId: string,
  ids: readonly string[],
  { reopened = [] }: { reopened?: readonly string[] } = {},
): Promise<ConversationRow[]> {
  if (ids.length === 0) return []
  const isReopened = sql`(c.id = any(${[...new Set(reopened)]}::uuid[]) and c.status in ('resolved', 'snoozed'))`
  const { rows } = await sql<ConversationRow>`
    update inbox_conversations c set
      last_message_at = coalesce(newest.sent_at, c.last_message_at),
      last_message_preview = coalesce(newest.preview, ''),
      last_message_user_id = newest.user_id,
      last_incoming_at = incoming.sent_at,
      unread_count = (
        select count(*) from inbox_messages m
        where m.conversation_id = c.id and m.direction = 'them' and m.deleted_at is null and m.created_at > c.read_at
      ),
      status = case when ${isReopened} then 'open' else c.status end,
      snoozed_until = case when ${isReopened} then null else c.snoozed_until end,
      updated_at = now()
    from inbox_conversations self
    left join lateral (
      select m.sent_at, m.user_id, case
          when m.body <> '' then left(m.body, ${previewChars})
          when m.attachments <> '[]' then '[' || (m.attachments -> 0 ->> 'type') || ']'
          else '' end as preview
      from inbox_messages m where m.conversation_id = self.id order by m.sent_at desc, m.id desc limit 1
    ) newest on true
    left join lateral (
      select m.sent_at from inbox_messages m where m.conversation_id = self.id and m.direction = 'them'
      order by m.sent_at desc limit 1
    ) incoming on true
    where c.id = self.id and c.project_id = ${projectId} and c.id = any(${[...ids]}::uuid[])
    returning c.*`.execute(tx)
  return rows
}
