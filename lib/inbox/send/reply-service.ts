import { accessOwned } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { requireAccount } from '../account'
import type * as contracts from '../contract'
import type { InboxPlatform } from '../kinds'
import { requireConversation } from '../repository'
import type { ConversationRow } from '../rows'
import { serializeConversation, serializeMessage } from '../serializer'
import { insertReply } from './outbound'
import { refuse, sendOnce, type Target } from './send'
import { closedWindow, replyWindow } from './window'

export async function reply(
  context: Context,
  { id, body }: InputOf<typeof contracts.replyToConversation>,
): Promise<AnswerOf<typeof contracts.replyToConversation>> {
  const { db, now, principal } = context
  const { projectId } = await accessOwned(context, 'inbox_conversations', id, 'stories:publish')
  const conversation = await requireConversation(db, projectId, id)
  const platform = conversation.platform as InboxPlatform
  const account = await requireAccount(db, projectId, { platform, accountId: conversation.account_id })
  const isComment = conversation.kind === 'comment'
  const stored = await insertReply(
    db,
    {
      conversation,
      kind: isComment ? 'comment' : 'dm',
      body,
      replyToId: isComment ? conversation.thread_id : null,
      privateReplyTo: null,
      userId: principal.userId,
      authorName: account.accountName,
    },
    now,
  )
  const isHuman = principal.kind === 'session'
  const window = replyWindow(conversation.kind, conversation.last_incoming_at)
  const closed = closedWindow(platform, window, { now, isHuman })
  if (closed) return refuse(db, stored, { code: 'window_closed', message: closed })
  const isHumanAgent = isHuman && window.until !== null && now > window.until
  const sent = await sendOnce(db, { platform, account, reply: stored, target: targetOf(conversation, isHumanAgent) })
  return {
    message: serializeMessage(sent?.message ?? stored),
    conversation: serializeConversation(sent?.conversation ?? (await requireConversation(db, projectId, id))),
  }
}

const targetOf = ({ kind, thread_id }: ConversationRow, isHumanAgent: boolean): Target =>
  kind === 'comment' ? { commentId: thread_id } : { recipient: { personId: thread_id, isHumanAgent } }
