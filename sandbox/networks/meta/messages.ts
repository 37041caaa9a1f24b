import { z } from 'zod'
import { type Answer, jsonAnswer, type Visit } from '../../http/call'
import { placeOf, writeMessage } from '../../inbox/write'
import type { InboxItem, InboxNetwork } from '../../state/inbox-store'
import { dayMs, type Sandbox } from '../../state/sandbox'
import { refuse, unknownObject } from './errors'
import {
  graphList,
  graphObject,
  graphTimestamp,
  listParameters,
  type NodeType,
  pageAnswer,
  parametersOf,
  requireOwnAccount,
  showNode,
} from './nodes'

const Recipient = graphObject(z.union([z.strictObject({ id: z.string() }), z.strictObject({ comment_id: z.string() })]))
const SendParameters = z.strictObject({
  recipient: Recipient,
  message: graphObject(z.strictObject({ text: z.string().min(1) })),
  messaging_type: z.enum(['RESPONSE', 'UPDATE', 'MESSAGE_TAG']).optional(),
  tag: z.enum(['HUMAN_AGENT']).optional(),
})

const windowSubcode = { instagram: 2534022, facebook: 2018278 }
const privateReplyDays = 7

/** `POST /{account}/messages`: to a person, or in private to the author of a comment. */
export function sendMessage(sandbox: Sandbox, visit: Visit): Answer {
  requireOwnAccount(visit)
  const { recipient, message, tag } = parametersOf(visit.call, SendParameters)
  const network = visit.account.network as InboxNetwork
  if (Buffer.byteLength(message.text) > (network === 'instagram' ? 1_000 : 2_000))
    throw refuse({ code: 100, message: '(#100) Length of param message[text] must be less than or equal to the limit' })
  if ('comment_id' in recipient) return sendPrivateReply(sandbox, visit, recipient.comment_id, message.text)
  const earlier = sandbox.inbox.messages(network, visit.account.account_id, recipient.id)
  const last = earlier.findLast(({ is_ours }) => !is_ours)
  if (!last) throw refuse({ code: 100, subcode: 2534014, message: '(#100) No matching user found' })
  const ageDays = (sandbox.nowMs() - last.created_ms) / dayMs
  if (ageDays > (tag === 'HUMAN_AGENT' ? 7 : 1))
    throw refuse({
      code: 10,
      subcode: windowSubcode[network],
      message: '(#10) This message is sent outside of allowed window.',
    })
  return sent(sandbox, visit, { id: last.person_id, name: last.person_name }, message.text, { tag: tag ?? null })
}

function sendPrivateReply(sandbox: Sandbox, visit: Visit, commentId: string, text: string): Answer {
  const { network, account_id } = visit.account
  const comment = sandbox.inbox.get(commentId)
  if (comment?.account_id !== account_id || comment.kind !== 'comment' || comment.is_deleted || comment.is_ours)
    throw unknownObject(visit.call.method, commentId)
  const own = sandbox.inbox.of(network as InboxNetwork, account_id)
  if (own.some(({ private_reply_to }) => private_reply_to === commentId))
    throw refuse({ code: 10, subcode: 2534025, message: '(#10) A private reply was already sent to this comment' })
  if (sandbox.nowMs() - comment.created_ms > privateReplyDays * dayMs)
    throw refuse({ code: 10, subcode: windowSubcode[network as InboxNetwork], message: '(#10) The comment is too old' })
  const person = { id: comment.person_id, name: comment.person_name }
  return sent(sandbox, visit, person, text, { private_reply_to: commentId })
}

function sent(
  sandbox: Sandbox,
  { account }: Visit,
  person: { id: string; name: string },
  text: string,
  more: Partial<Pick<InboxItem, 'tag' | 'private_reply_to'>>,
): Answer {
  const { id } = writeMessage(sandbox, placeOf(account), { person, isOurs: true, text, ...more })
  return jsonAnswer(200, { recipient_id: person.id, message_id: id })
}

type Thread = { id: string; created_ms: number; person: { id: string; name: string }; messages: InboxItem[] }

/** The conversations of an account, newest message first. */
function threadsOf(sandbox: Sandbox, { account }: Visit): Thread[] {
  const threads = new Map<string, Thread>()
  for (const item of sandbox.inbox.of(account.network as InboxNetwork, account.account_id)) {
    if (item.kind !== 'dm') continue
    const person = { id: item.person_id, name: item.person_name }
    const id = `t_${Buffer.from(item.person_id).toString('base64url')}`
    const thread = threads.get(id) ?? { id, created_ms: 0, person, messages: [] }
    threads.set(id, thread)
    thread.created_ms = Math.max(thread.created_ms, item.created_ms)
    if (!item.is_deleted) thread.messages.unshift(item)
  }
  return [...threads.values()].sort((one, other) => other.created_ms - one.created_ms)
}

const personOf = ({ account }: Visit, item: InboxItem, isSender: boolean) => {
  const isUs = item.is_ours === isSender
  return isUs
    ? { id: account.account_id, username: account.handle }
    : { id: item.person_id, username: item.person_name, name: item.person_name }
}

const messageType = (visit: Visit): NodeType<InboxItem> => ({
  name: 'Message',
  fields: {
    id: ({ id }) => id,
    message: ({ text }) => text,
    created_time: ({ created_ms }) => graphTimestamp(created_ms),
    from: (item) => personOf(visit, item, true),
    to: (item) => ({ data: [personOf(visit, item, false)] }),
  },
})

const messagesShown = 25

const threadType = (visit: Visit): NodeType<Thread> => ({
  name: 'Conversation',
  fields: {
    id: ({ id }) => id,
    updated_time: ({ created_ms }) => graphTimestamp(created_ms),
    participants: ({ person }) => ({
      data: [
        { id: visit.account.account_id, username: visit.account.handle },
        { id: person.id, username: person.name, name: person.name },
      ],
    }),
    messages: ({ messages }, wanted) => ({
      data: messages.slice(0, messagesShown).map((item) => showNode(messageType(visit), item, wanted ?? undefined)),
    }),
  },
})

const ConversationParameters = z.strictObject({
  ...listParameters,
  platform: z.enum(['instagram', 'messenger']).optional(),
  user_id: z.string().optional(),
})

/** `GET /{account}/conversations`, also for one person. */
export function listConversations(sandbox: Sandbox, visit: Visit): Answer {
  requireOwnAccount(visit)
  const { fields, user_id, limit, after } = parametersOf(visit.call, ConversationParameters)
  const threads = threadsOf(sandbox, visit).filter(({ person }) => user_id === undefined || person.id === user_id)
  return pageAnswer(visit, threads, { limit, after }, (thread) => showNode(threadType(visit), thread, fields))
}

/** `POST /{account}/subscribed_apps`: which changes are sent to the product. */
export function subscribe(sandbox: Sandbox, visit: Visit): Answer {
  requireOwnAccount(visit)
  const { subscribed_fields } = parametersOf(visit.call, z.strictObject({ subscribed_fields: graphList }))
  const { network, account_id } = visit.account
  sandbox.inbox.subscribe(network as InboxNetwork, account_id, subscribed_fields, sandbox.nowMs())
  return jsonAnswer(200, { success: true })
}
