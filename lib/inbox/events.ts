import { z } from 'zod'
import type { EventDefinition } from '@/lib/events/definition'
import { exampleId, exampleProject } from '@/lib/events/examples'
import { InboxConversation, InboxMessage } from './resource-contract'

const payload = z.strictObject({ project_id: z.uuid(), conversation: InboxConversation, message: InboxMessage })

const conversation: InboxConversation = {
  id: exampleId(20),
  ...exampleProject,
  platform: 'instagram',
  account_id: '17841400000000000',
  kind: 'comment',
  status: 'open',
  archived: false,
  tags: [],
  assignee_id: null,
  unread_count: 1,
  participant_id: '232323232',
  participant_name: 'visitor',
  story_id: exampleId(2),
  permalink: 'https://www.instagram.com/p/Cabc123/',
  last_message_at: '2026-05-01T09:00:00.000Z',
  last_message_preview: 'Do you bake on Sundays?',
  last_message_direction: 'them',
  last_message_user_id: null,
  snoozed_until: null,
}
const message: InboxMessage = {
  id: exampleId(21),
  conversation_id: exampleId(20),
  direction: 'them',
  author_id: '232323232',
  author_name: 'visitor',
  body: 'Do you bake on Sundays?',
  attachments: [],
  reactions: [],
  external_id: '17865799348089039',
  reply_to_id: null,
  private_reply_to: null,
  sent_at: '2026-05-01T09:00:00.000Z',
  edited_at: null,
  deleted_at: null,
  hidden: false,
  send_status: null,
  error: null,
  user_id: null,
}

export const events = {
  'inbox.message_received': {
    when: 'someone comments on a post or writes a message',
    payload,
    example: { ...exampleProject, conversation, message },
  },
  'inbox.message_failed': {
    when: 'a reply cannot be sent, or nobody can say whether it was sent',
    payload,
    example: {
      ...exampleProject,
      conversation: {
        ...conversation,
        ...{ unread_count: 0, last_message_preview: 'Yes, from 8 to 12.', last_message_direction: 'us' },
        last_message_user_id: exampleId(31),
      },
      message: {
        ...message,
        id: exampleId(22),
        direction: 'us',
        author_id: '17841400000000000',
        author_name: 'Corner Bakery',
        body: 'Yes, from 8 to 12.',
        external_id: null,
        send_status: 'failed',
        user_id: exampleId(31),
        error: { code: 'outcome_unknown', message: 'Instagram did not respond. Check there whether it was sent.' },
      },
    },
  },
} satisfies Record<string, EventDefinition>
