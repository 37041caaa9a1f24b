import { accessOwned } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { ChannelError, finalMessage } from '@/lib/channels/channel-error'
import * as network from '@/lib/channels/inbox/inbox'
import { type Database, transaction } from '@/lib/db/pool'
import { deadlineIn } from '@/lib/deadline'
import { AppError, conflict, notFound } from '@/lib/errors'
import { type ConnectedAccount, callingAs, requireAccount } from '../account'
import { applyLaterChanges } from '../process/later-changes'
import { refreshConversations } from '../process/refresh-conversations'
import { lockInbox } from '../process/store-changes'
import { requireConversation } from '../repository'
import { type ConversationRow, type MessageRow, messageColumns } from '../rows'
import { insertReply } from '../send/outbound'
import { sendOnce } from '../send/send'
import { serializeConversation, serializeMessage } from '../serializer'
import type { LaterChange } from '../wire/inbox-change'
import type * as contracts from './contract'

const callMs = 20_000
const privateReplyMs = 7 * 86_400_000

type Comment = { row: MessageRow; commentId: string; conversation: ConversationRow; account: ConnectedAccount }

/** @throws not_found; conflict if it is no comment that exists at the network */
async function requireComment({ db }: Context, projectId: string, id: string): Promise<Comment> {
  const row = await findMessage(db, projectId, id)
  if (row.kind !== 'comment') throw conflict('This is a direct message, not a comment.')
  if (row.external_id === null || row.deleted_at !== null)
    throw conflict('This comment does not exist at the network: it was deleted, or not sent.')
  const conversation = await requireConversation(db, projectId, row.conversation_id)
  const place = { platform: conversation.platform, accountId: conversation.account_id }
  return { row, commentId: row.external_id, conversation, account: await requireAccount(db, projectId, place) }
}

async function findMessage(db: Database, projectId: string, id: string): Promise<MessageRow> {
  const row = await db
    .selectFrom('inbox_messages')
    .select(messageColumns)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('message')
  return row
}

export async function reply(
  context: Context,
  { id, body }: InputOf<typeof contracts.replyPrivately>,
): Promise<AnswerOf<typeof contracts.replyPrivately>> {
  const { db, now, principal } = context
  const { projectId } = await accessOwned(context, 'inbox_messages', id, 'stories:publish')
  const { row, commentId, conversation, account } = await requireComment(context, projectId, id)
  if (row.direction === 'us') throw conflict('This comment is your own.')
  if (now.getTime() - row.sent_at.getTime() > privateReplyMs)
    throw conflict('Private replies are possible for 7 days after the comment. Answer the comment instead.')
  const stored = await insertReply(
    db,
    {
      ...{ conversation, body, kind: 'dm', replyToId: null, privateReplyTo: commentId },
      ...{ userId: principal.userId, authorName: account.accountName },
    },
    now,
  )
  const { platform } = conversation
  const sent = await sendOnce(db, { platform, account, reply: stored, target: { recipient: { commentId } } })
  return {
    message: serializeMessage(sent?.message ?? stored),
    conversation: serializeConversation(
      sent?.conversation ?? (await requireConversation(db, projectId, conversation.id)),
    ),
  }
}

export async function hide(
  context: Context,
  { id, hidden }: InputOf<typeof contracts.hideComment>,
): Promise<AnswerOf<typeof contracts.hideComment>> {
  const { projectId } = await accessOwned(context, 'inbox_messages', id, 'stories:publish')
  const comment = await requireComment(context, projectId, id)
  if (comment.row.direction === 'us') throw conflict('Your own comments cannot be hidden. Delete it instead.')
  const { commentId, account, conversation } = comment
  await calling(context.db, account, (call) =>
    network.setCommentHidden(conversation.platform, account, { commentId, isHidden: hidden }, call),
  )
  return store(context, comment, { type: 'hide', isHidden: hidden })
}

export async function remove(
  context: Context,
  { id }: InputOf<typeof contracts.deleteComment>,
): Promise<AnswerOf<typeof contracts.deleteComment>> {
  const { projectId } = await accessOwned(context, 'inbox_messages', id, 'stories:publish')
  const comment = await requireComment(context, projectId, id)
  const { commentId, account, conversation } = comment
  await calling(context.db, account, (call) => network.deleteComment(conversation.platform, account, commentId, call))
  return store(context, comment, { type: 'remove' })
}

/** Both calls may be repeated: a second one changes nothing. @throws provider_error */
async function calling(
  db: Database,
  account: ConnectedAccount,
  make: (call: { signal: AbortSignal }) => Promise<void>,
): Promise<void> {
  try {
    await callingAs(db, account, () => make({ signal: deadlineIn(callMs) }))
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error
    const message = finalMessage(error, error.outcome === 'refused' ? '' : 'Try again.')
    throw new AppError('provider_error', message, { provider_code: error.code }, { cause: error })
  }
}

type Done = { type: 'hide'; isHidden: boolean } | { type: 'remove' }

async function store(
  { db, now }: Context,
  { row, commentId }: Comment,
  done: Done,
): Promise<{ message: ReturnType<typeof serializeMessage> }> {
  const change = { ...done, kind: 'comment', externalId: commentId, at: now } satisfies LaterChange
  return transaction(db, async (tx) => {
    await lockInbox(tx, row.project_id)
    await applyLaterChanges(tx, row.project_id, [{ change, receivedAt: now }])
    await refreshConversations(tx, row.project_id, [row.conversation_id])
    return { message: serializeMessage(await findMessage(tx, row.project_id, row.id)) }
  })
}
