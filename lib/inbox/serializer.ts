import type { NoteRow } from './repository'
import type { InboxConversation, InboxMessage, InboxNote } from './resource-contract'
import type { ConversationRow, MessageRow } from './rows'

export const serializeConversation = (row: ConversationRow): InboxConversation => ({
  id: row.id,
  project_id: row.project_id,
  platform: row.platform,
  account_id: row.account_id,
  kind: row.kind,
  status: row.status,
  archived: row.archived,
  tags: row.tags,
  assignee_id: row.assignee_id,
  unread_count: row.unread_count,
  participant_id: row.participant_id,
  participant_name: row.participant_name,
  story_id: row.story_id,
  permalink: row.permalink,
  last_message_at: row.last_message_at.toISOString(),
  last_message_preview: row.last_message_preview,
  last_message_direction: directionOfLast(row),
  last_message_user_id: row.last_message_user_id,
  snoozed_until: row.snoozed_until?.toISOString() ?? null,
})

function directionOfLast({ last_incoming_at: incoming, last_message_at: last }: ConversationRow): 'them' | 'us' {
  return incoming !== null && incoming >= last ? 'them' : 'us'
}

/** jsonb columns are read as their types: only this resource writes them. */
export const serializeMessage = (row: MessageRow): InboxMessage => ({
  id: row.id,
  conversation_id: row.conversation_id,
  direction: row.direction,
  author_id: row.author_id,
  author_name: row.author_name,
  body: row.body,
  attachments: row.attachments as InboxMessage['attachments'],
  reactions: Object.entries(row.reactions as Record<string, string>).map(([author_id, emoji]) => ({
    author_id,
    emoji,
  })),
  external_id: row.external_id,
  reply_to_id: row.reply_to_id,
  private_reply_to: row.private_reply_to,
  sent_at: row.sent_at.toISOString(),
  edited_at: row.edited_at?.toISOString() ?? null,
  deleted_at: row.deleted_at?.toISOString() ?? null,
  hidden: row.is_hidden,
  send_status: row.send_status,
  error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' },
  user_id: row.user_id,
})

export const serializeNote = (row: NoteRow): InboxNote => ({
  id: row.id,
  conversation_id: row.conversation_id,
  user_id: row.user_id,
  author_name: row.name,
  body: row.body,
  mentions: row.mentioned,
  created_at: row.created_at.toISOString(),
})
