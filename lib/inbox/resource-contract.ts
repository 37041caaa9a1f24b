import { z } from 'zod'
import { conversationKinds, conversationStatuses, inboxPlatforms } from './kinds'

/** A direct-message conversation with one person, or a top-level comment and its replies. */
export const InboxConversation = z.strictObject({
  id: z.uuid(),
  project_id: z.uuid(),
  platform: z.enum(inboxPlatforms),
  account_id: z.string().meta({ description: 'Your account at the network.' }),
  kind: z.enum(conversationKinds),
  status: z.enum(conversationStatuses),
  archived: z.boolean(),
  tags: z.array(z.string()),
  assignee_id: z.uuid().nullable().meta({ description: 'The member who takes care of it.' }),
  unread_count: z.int(),
  participant_id: z.string().nullable().meta({ description: 'Null if the network does not say who wrote.' }),
  participant_name: z.string().nullable(),
  story_id: z.uuid().nullable().meta({ description: 'The story that was commented on, if Storycast published it.' }),
  permalink: z.string().nullable().meta({ description: 'The commented post.' }),
  last_message_at: z.iso.datetime(),
  last_message_preview: z.string(),
  last_message_direction: z.enum(['them', 'us']),
  last_message_user_id: z.uuid().nullable().meta({ description: 'The member who wrote the last message here.' }),
  snoozed_until: z.iso.datetime().nullable(),
})
export type InboxConversation = z.output<typeof InboxConversation>

export const InboxMessage = z.strictObject({
  id: z.uuid(),
  conversation_id: z.uuid(),
  direction: z.enum(['them', 'us']),
  author_id: z.string().nullable(),
  author_name: z.string().nullable(),
  body: z.string().meta({ description: 'Empty for a message that was deleted at the network.' }),
  attachments: z.array(
    z.strictObject({
      type: z.string().meta({ description: '`image`, `video`, `audio`, `file`, `share`, `story_reply`, …' }),
      url: z.string().nullable().meta({ description: 'A URL of the network that expires.' }),
    }),
  ),
  reactions: z.array(z.strictObject({ author_id: z.string(), emoji: z.string() })),
  external_id: z.string().nullable().meta({ description: 'Null while a reply has no id from the network.' }),
  reply_to_id: z.string().nullable().meta({ description: '`external_id` of the message that this one answers.' }),
  private_reply_to: z
    .string()
    .nullable()
    .meta({ description: 'For a private reply: `external_id` of the comment that it answers.' }),
  sent_at: z.iso.datetime(),
  edited_at: z.iso.datetime().nullable(),
  deleted_at: z.iso.datetime().nullable(),
  hidden: z.boolean().meta({ description: 'A comment that only its author and their friends see.' }),
  send_status: z
    .enum(['sent', 'failed'])
    .nullable()
    .meta({ description: 'Null for messages from others, and while a reply is in flight.' }),
  error: z
    .strictObject({ code: z.string(), message: z.string() })
    .nullable()
    .meta({ description: 'Why a reply failed. `outcome_unknown`: it may have been sent; check at the network.' }),
  user_id: z.uuid().nullable().meta({ description: 'The member who wrote the reply here.' }),
})
export type InboxMessage = z.output<typeof InboxMessage>

/** A remark of a member, never sent. */
export const InboxNote = z.strictObject({
  id: z.uuid(),
  conversation_id: z.uuid(),
  user_id: z.uuid().nullable(),
  author_name: z.string().nullable(),
  body: z.string().meta({ description: 'Plain text. Mentions are written as `<@user id>`.' }),
  mentions: z.array(z.strictObject({ user_id: z.uuid(), name: z.string() })),
  created_at: z.iso.datetime(),
})
export type InboxNote = z.output<typeof InboxNote>

export const ReplyWindow = z.strictObject({
  is_open: z.boolean().meta({ description: 'Whether you can reply now.' }),
  until: z.iso.datetime().nullable().meta({ description: 'Until when anyone may reply. Null: no limit.' }),
  human_until: z.iso.datetime().nullable().meta({ description: 'Until when a signed-in member may reply.' }),
  reason: z.string().nullable().meta({ description: 'Why you cannot reply.' }),
})
export type ReplyWindow = z.output<typeof ReplyWindow>
