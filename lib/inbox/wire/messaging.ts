import { z } from 'zod'
import { parseUrl } from '@/lib/parse-url'
import type { Attachment, InboxChange } from './inbox-change'
import { Id, Text, timeIn } from './values'

const RawAttachment = z.object({
  type: z.string().max(100).default('file'),
  payload: z
    .object({ url: z.string().max(4_000).optional() })
    .optional()
    .catch(undefined),
})

const Message = z.object({
  mid: Id,
  text: Text.optional(),
  attachments: z.array(z.unknown()).optional().catch(undefined),
  reply_to: z
    .object({
      mid: Id.optional(),
      story: z.object({ url: z.string().max(4_000).optional() }).optional(),
    })
    .optional()
    .catch(undefined),
  is_echo: z.boolean().optional(),
  is_deleted: z.boolean().optional(),
  is_unsupported: z.boolean().optional(),
})

const Event = z.object({
  sender: z.object({ id: Id }),
  recipient: z.object({ id: Id }),
  timestamp: z.unknown().optional(),
  message: Message.optional().catch(undefined),
  postback: z.object({ mid: Id, title: Text.optional() }).optional().catch(undefined),
  message_edit: z.object({ mid: Id, text: Text }).optional().catch(undefined),
  reaction: z
    .object({
      mid: Id,
      action: z.string(),
      emoji: z.string().max(50).optional(),
      reaction: z.string().max(50).optional(),
    })
    .optional()
    .catch(undefined),
})

/** Max attachments stored per message. */
const attachmentsMax = 20

/** An event of Messenger or Instagram messaging. Null for other events, such as read receipts. */
export function readMessaging(raw: unknown, accountId: string): InboxChange | null {
  const event = Event.safeParse(raw)
  if (!event.success) return null
  const { sender, recipient, timestamp, message, postback, message_edit, reaction } = event.data
  const at = timeIn(timestamp)
  if (message_edit) return { type: 'edit', kind: 'dm', externalId: message_edit.mid, text: message_edit.text, at }
  if (reaction) {
    const emoji = reaction.action === 'unreact' ? null : (reaction.emoji ?? reaction.reaction ?? '❤')
    return { type: 'reaction', kind: 'dm', externalId: reaction.mid, personId: sender.id, emoji, at }
  }
  const isOurs = message?.is_echo === true || sender.id === accountId
  const person = isOurs ? recipient.id : sender.id
  // A note to self has no other person.
  if (person === accountId) return null
  const common = {
    ...{ type: 'message' as const, kind: 'dm' as const, threadId: person, sentAt: at },
    direction: isOurs ? ('us' as const) : ('them' as const),
    author: { id: isOurs ? accountId : person, name: null },
    person: { id: person, name: null },
  }
  if (postback)
    return { ...common, externalId: postback.mid, text: postback.title ?? '', attachments: [], replyToId: null }
  if (!message) return null
  if (message.is_deleted) return { type: 'remove', kind: 'dm', externalId: message.mid, at }
  return {
    ...common,
    externalId: message.mid,
    text: message.text ?? '',
    attachments: attachmentsOf(message),
    replyToId: message.reply_to?.mid ?? null,
  }
}

function attachmentsOf({ attachments = [], reply_to, is_unsupported }: z.output<typeof Message>): Attachment[] {
  const sent = attachments.slice(0, attachmentsMax).flatMap((raw): Attachment[] => {
    const parsed = RawAttachment.safeParse(raw)
    return parsed.success ? [attachment(parsed.data.type, parsed.data.payload?.url)] : []
  })
  const story = reply_to?.story ? [attachment('story_reply', reply_to.story.url)] : []
  return [...story, ...sent, ...(is_unsupported ? [attachment('unsupported', undefined)] : [])]
}

/** Only web URLs are kept: the dashboard shows them as links. */
function attachment(type: string, address: string | undefined): Attachment {
  const url = address ? parseUrl(address) : null
  return { type: Text.parse(type), url: url && /^https?:$/.test(url.protocol) ? url.href : null }
}
