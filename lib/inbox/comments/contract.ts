import { z } from 'zod'
import { contract, idParams } from '@/lib/api/contract'
import { replyChars } from '../limits'
import { InboxConversation, InboxMessage } from '../resource-contract'

/** What can be done with a comment besides answering it. */

const tag = 'Inbox'
const path = '/api/inbox/messages/:id'

export const replyPrivately = contract({
  method: 'POST',
  path: `${path}/private-reply`,
  tag,
  summary: 'Answer a comment with a direct message',
  description:
    'Once per comment, within 7 days. It opens a conversation with the author, who has to answer before a second message. ' +
    'Sent once, like other replies.',
  scope: 'stories:publish',
  idempotent: true,
  params: idParams,
  body: z.strictObject({ body: z.string().trim().min(1).max(replyChars) }),
  answers: { 201: z.strictObject({ message: InboxMessage, conversation: InboxConversation }) },
  errors: ['conflict', 'provider_error'],
})

export const hideComment = contract({
  method: 'PATCH',
  path,
  tag,
  summary: 'Hide a comment, or show it again',
  description: 'A hidden comment is seen by its author and their friends only. Your own comments cannot be hidden.',
  scope: 'stories:publish',
  params: idParams,
  body: z.strictObject({ hidden: z.boolean() }),
  answers: { 200: z.strictObject({ message: InboxMessage }) },
  errors: ['conflict', 'provider_error'],
})

export const deleteComment = contract({
  method: 'DELETE',
  path,
  tag,
  summary: 'Delete a comment at the network',
  description: 'Of others or your own. The message stays in the thread without its text.',
  scope: 'stories:publish',
  params: idParams,
  answers: { 200: z.strictObject({ message: InboxMessage }) },
  errors: ['conflict', 'provider_error'],
})
