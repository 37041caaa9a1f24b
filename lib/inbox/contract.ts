import { z } from 'zod'
import {
  aliased,
  contract,
  idParams,
  instant,
  isYes,
  nextCursor,
  oneOrMore,
  pageShape,
  projectAlias,
  projectShape,
  uuid,
  yesNo,
} from '@/lib/api/contract'
import { conversationKinds, conversationStatuses, inboxPlatforms } from './kinds'
import { countMax, replyChars, tagChars, tagsMax, threadMessages } from './limits'
import { InboxConversation, InboxMessage, InboxNote, ReplyWindow } from './resource-contract'

const tag = 'Inbox'
const path = '/api/inbox/conversations'
const flag = yesNo.transform(isYes)

export const listConversations = contract({
  method: 'GET',
  path,
  tag,
  summary: 'List conversations',
  description: 'The latest message first. Archived ones are left out unless `archived=true`.',
  scope: 'moments:read',
  query: aliased(
    {
      ...projectShape,
      ...pageShape('inbox'),
      status: oneOrMore(conversationStatuses).optional(),
      platform: oneOrMore(inboxPlatforms).optional(),
      kind: oneOrMore(conversationKinds).optional(),
      archived: flag.default(false),
      unread: flag.optional().meta({ description: '`true`: only those with unread messages.' }),
      assignee: z.union([z.enum(['me', 'none']), uuid], { error: 'must be me, none or the id of a member' }).optional(),
      story_id: uuid.optional(),
      participant_id: z.string().min(1).max(500).optional(),
      tag: z.string().min(1).max(tagChars).optional(),
      q: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .optional()
        .meta({ description: 'Words that one message, or the name of its author, starts with.' }),
    },
    projectAlias,
  ),
  answers: { 200: z.strictObject({ conversations: z.array(InboxConversation), next_cursor: nextCursor }) },
  errors: ['not_found'],
})

const count = z.int().meta({ description: `At most ${countMax.toLocaleString('en')}, which means so many or more.` })

export const getInboxCounts = contract({
  method: 'GET',
  path: '/api/inbox/counts',
  tag,
  summary: 'Count conversations',
  description: 'Of conversations that are not archived. `unread`, `mine` and `unassigned` count open ones.',
  scope: 'moments:read',
  query: aliased(projectShape, projectAlias),
  answers: {
    200: z.strictObject({
      open: count,
      snoozed: count,
      resolved: count,
      spam: count,
      unread: count,
      mine: count,
      unassigned: count,
    }),
  },
  errors: ['not_found'],
})

export const getConversation = contract({
  method: 'GET',
  path: `${path}/:id`,
  tag,
  summary: 'Get a conversation with its messages',
  description:
    `The newest ${threadMessages} messages, oldest first. If \`has_earlier\` is true, pass the id of the first one as ` +
    '`before` to get earlier ones.',
  scope: 'moments:read',
  params: idParams,
  query: z.strictObject({ before: uuid.optional() }),
  answers: {
    200: z.strictObject({
      conversation: InboxConversation,
      messages: z.array(InboxMessage),
      has_earlier: z.boolean(),
      notes: z.array(InboxNote),
      reply_window: ReplyWindow,
    }),
  },
  errors: ['not_found'],
})

export const updateConversation = contract({
  method: 'PATCH',
  path: `${path}/:id`,
  tag,
  summary: 'Change a conversation',
  description:
    '`snoozed` needs `snoozed_until`; the conversation opens again at that time, or when a new message arrives. ' +
    '`read: true` marks all messages as read, `false` the last one as unread.',
  scope: 'stories:publish',
  params: idParams,
  body: z
    .strictObject({
      status: z.enum(conversationStatuses, { error: `must be one of ${conversationStatuses.join(', ')}` }),
      snoozed_until: instant.nullable(),
      archived: z.boolean(),
      tags: z.array(z.string().trim().min(1).max(tagChars)).max(tagsMax),
      assignee_id: uuid.nullable().meta({ description: 'A member of the project.' }),
      read: z.boolean(),
    })
    .partial(),
  answers: { 200: z.strictObject({ conversation: InboxConversation }) },
  errors: ['not_found'],
})

export const replyToConversation = contract({
  method: 'POST',
  path: `${path}/:id/reply`,
  tag,
  summary: 'Reply to a conversation',
  description:
    'Answers the top-level comment, or sends a direct message. A reply is sent once. If the network does not respond, ' +
    '`send_status` stays null and a job asks the network whether it was sent; if nobody can say, it ends as `failed` with ' +
    '`outcome_unknown` and is never sent again. What the network refuses is `provider_error`, and the message is kept as ' +
    'failed. Direct messages are possible for 24 hours after the person’s last one, in the dashboard for 7 days.',
  scope: 'stories:publish',
  idempotent: true,
  params: idParams,
  body: z.strictObject({ body: z.string().trim().min(1).max(replyChars) }),
  answers: { 201: z.strictObject({ message: InboxMessage, conversation: InboxConversation }) },
  errors: ['not_found', 'conflict', 'provider_error'],
})
