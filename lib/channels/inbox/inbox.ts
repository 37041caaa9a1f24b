import { z } from 'zod'
import { systemClock } from '@/lib/clock'
import type { Json } from '@/lib/json'
import type { Account, CallOptions } from '../channel'
import { errorTable as facebookErrors } from '../facebook/errors'
import { errorTable as instagramErrors } from '../instagram/errors'
import { Graph, GraphId } from '../meta/graph'
import { graphTime } from '../meta/list'

export type InboxChannel = 'instagram' | 'facebook'

const Done = z.object({ success: z.boolean() })
const Sent = z.object({ message_id: z.string().min(1), recipient_id: z.string().min(1).optional() })

const networks = {
  instagram: {
    errors: instagramErrors,
    answers: 'replies',
    commentFields: 'id,text,timestamp,from,parent_id',
    platform: 'instagram',
    subscribed: 'comments,messages,message_reactions',
  },
  facebook: {
    errors: facebookErrors,
    answers: 'comments',
    commentFields: 'id,message,created_time,from,parent',
    platform: 'messenger',
    subscribed: 'feed,messages,message_echoes,message_reactions',
  },
} as const

const graphOf = (channel: InboxChannel, account: Account): Graph =>
  new Graph(channel, networks[channel].errors, account)

/** Subscribes the app to the account's comments and messages. Ends when the token is revoked. */
export async function subscribeInbox(channel: InboxChannel, account: Account, call: CallOptions): Promise<void> {
  const params = { subscribed_fields: networks[channel].subscribed }
  await graphOf(channel, account).postForm(`${account.accountId}/subscribed_apps`, params, Done, call)
}

/** Answers a top-level comment. @returns the id of the answer */
export async function answerComment(
  channel: InboxChannel,
  account: Account,
  { commentId, text }: { commentId: string; text: string },
  call: CallOptions,
): Promise<{ externalId: string }> {
  const path = `${commentId}/${networks[channel].answers}`
  const { id } = await graphOf(channel, account).postForm(path, { message: text }, GraphId, call, true)
  return { externalId: id }
}

export type Recipient = { personId: string; isHumanAgent: boolean } | { commentId: string }

/** Sends a direct message to a person, or in private to the author of a comment. */
export async function sendMessage(
  channel: InboxChannel,
  account: Account,
  { recipient, text }: { recipient: Recipient; text: string },
  call: CallOptions,
): Promise<{ externalId: string; personId: string | null }> {
  const to: Record<string, Json> =
    'commentId' in recipient
      ? { recipient: { comment_id: recipient.commentId } }
      : {
          recipient: { id: recipient.personId },
          ...(recipient.isHumanAgent
            ? { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' }
            : { messaging_type: 'RESPONSE' }),
        }
  const json = { ...to, message: { text } }
  const sent = await graphOf(channel, account).postJson(`${account.accountId}/messages`, json, Sent, call, true)
  return { externalId: sent.message_id, personId: sent.recipient_id ?? null }
}

export async function setCommentHidden(
  channel: InboxChannel,
  account: Account,
  { commentId, isHidden }: { commentId: string; isHidden: boolean },
  call: CallOptions,
): Promise<void> {
  const params = channel === 'instagram' ? { hide: String(isHidden) } : { is_hidden: String(isHidden) }
  await graphOf(channel, account).postForm(commentId, params, Done, call)
}

export async function deleteComment(
  channel: InboxChannel,
  account: Account,
  commentId: string,
  call: CallOptions,
): Promise<void> {
  await graphOf(channel, account).remove(commentId, Done, call)
}

const Person = z.object({ id: z.string(), username: z.string().optional(), name: z.string().optional() })
const Comment = z.object({
  id: z.string(),
  text: z.string().optional(),
  message: z.string().optional(),
  timestamp: z.string().optional(),
  created_time: z.string().optional(),
  from: Person.optional(),
  parent_id: z.string().optional(),
  parent: z.object({ id: z.string() }).optional(),
})
const pageOf = <T>(item: z.ZodType<T>) => z.object({ data: z.array(item) })
const Message = z.object({
  id: z.string(),
  message: z.string().default(''),
  created_time: z.string(),
  from: Person.optional(),
})
const Conversation = z.object({
  id: z.string(),
  participants: pageOf(Person).optional(),
  messages: pageOf(Message).optional(),
})

export type ListedComment = {
  id: string
  parentId: string | null
  author: { id: string | null; name: string | null }
  text: string
  at: Date
}

/** The newest comments of a post, or answers to a comment. */
export async function listComments(
  channel: InboxChannel,
  account: Account,
  parent: { postId: string } | { commentId: string },
  call: CallOptions,
): Promise<ListedComment[]> {
  const path = 'postId' in parent ? `${parent.postId}/comments` : `${parent.commentId}/${networks[channel].answers}`
  const order = channel === 'facebook' ? { order: 'reverse_chronological' } : {}
  const params = { fields: networks[channel].commentFields, limit: '50', ...order }
  const { data } = await graphOf(channel, account).get(path, params, pageOf(Comment), call)
  return data.map(({ id, text, message, timestamp, created_time, from, parent_id, parent: of }) => ({
    id,
    parentId: parent_id ?? of?.id ?? ('commentId' in parent ? parent.commentId : null),
    author: { id: from?.id ?? null, name: from?.username ?? from?.name ?? null },
    text: text ?? message ?? '',
    at: timeOf(timestamp ?? created_time),
  }))
}

export type ListedMessage = { id: string; isOurs: boolean; text: string; at: Date }
export type ListedConversation = { person: { id: string; name: string | null }; messages: ListedMessage[] }

/** The newest conversations of an account with their newest messages, or the one with a person. */
export async function listConversations(
  channel: InboxChannel,
  account: Account,
  { personId, limit = 25 }: { personId?: string; limit?: number },
  call: CallOptions,
): Promise<ListedConversation[]> {
  const params = {
    platform: networks[channel].platform,
    fields: 'id,participants,messages{id,message,from,created_time}',
    limit: String(limit),
    user_id: personId,
  }
  const path = `${account.accountId}/conversations`
  const { data } = await graphOf(channel, account).get(path, params, pageOf(Conversation), call)
  return data.flatMap(({ participants, messages }) => {
    const person = participants?.data.find(({ id }) => id !== account.accountId)
    if (!person) return []
    const listed = (messages?.data ?? []).map(({ id, message, created_time, from }) => ({
      ...{ id, text: message, isOurs: from?.id === account.accountId },
      at: timeOf(created_time),
    }))
    return [{ person: { id: person.id, name: person.username ?? person.name ?? null }, messages: listed }]
  })
}

const timeOf = (text: string | undefined): Date => {
  const time = text === undefined ? undefined : graphTime(text)
  return time && !Number.isNaN(time.getTime()) ? time : systemClock()
}
