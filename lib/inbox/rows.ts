import type { Selectable } from 'kysely'
import type { InboxConversations, InboxMessages } from '@/lib/db/types.generated'

export type ConversationRow = Selectable<InboxConversations>

export const messageColumns = [
  'id',
  'project_id',
  'conversation_id',
  'kind',
  'direction',
  'external_id',
  'reply_to_id',
  'author_id',
  'author_name',
  'body',
  'attachments',
  'reactions',
  'sent_at',
  'edited_at',
  'deleted_at',
  'is_hidden',
  'send_status',
  'error_code',
  'error_message',
  'user_id',
  'private_reply_to',
] as const
export type MessageRow = Pick<Selectable<InboxMessages>, (typeof messageColumns)[number]>
