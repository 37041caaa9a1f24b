import { database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'

type Wanted = {
  projectId: string
  platform?: 'instagram' | 'facebook'
  accountId?: string
  kind?: 'comment' | 'dm'
  threadId?: string
  text?: string
  /** Minutes since the message. */
  age?: number
  changes?: object
}

/** A conversation with one message. */
export async function insertConversation({
  projectId,
  platform = 'instagram',
  accountId = '1784140000',
  kind = 'comment',
  threadId = newId(),
  text = 'Hello',
  age = 0,
  changes = {},
}: Wanted): Promise<{ id: string; messageId: string }> {
  const at = new Date(Date.now() - age * 60_000)
  const { id } = await database()
    .insertInto('inbox_conversations')
    .values({
      ...{ id: newId(), project_id: projectId, platform, account_id: accountId, kind, thread_id: threadId },
      ...{ participant_id: '7', participant_name: 'Visitor', last_message_at: at, last_incoming_at: at },
      ...{ last_message_preview: text, unread_count: 1 },
      ...changes,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const message = await database()
    .insertInto('inbox_messages')
    .values({
      ...{ id: newId(), project_id: projectId, conversation_id: id, kind, direction: 'them', body: text },
      ...{ external_id: kind === 'comment' ? threadId : newId(), author_id: '7', author_name: 'Visitor', sent_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, messageId: message.id }
}
