import { z } from 'zod'
import type { InboxChange } from './inbox-change'
import { readMessaging } from './messaging'
import { Id, Name, Text, timeIn } from './values'

const Comment = z
  .object({
    id: Id.optional(),
    /** One page of the documentation names the id so. */
    comment_id: Id.optional(),
    from: z.object({ id: Id, username: Name.optional() }),
    text: Text.default(''),
    parent_id: Id.optional(),
    media: z.object({ id: Id }),
  })
  .transform(({ id, comment_id, ...others }) => ({ ...others, externalId: id ?? comment_id }))

const Change = z.object({ field: z.string(), value: z.unknown().optional() })

/** A comment, or a message in the form of a change. */
export function readInstagramChange(raw: unknown, accountId: string, entryTime: unknown): InboxChange | null {
  const change = Change.safeParse(raw)
  if (!change.success) return null
  const { field, value } = change.data
  if (field === 'messages') return readMessaging(value, accountId)
  if (field !== 'comments') return null
  const comment = Comment.safeParse(value)
  if (!comment.success || comment.data.externalId === undefined) return null
  const { externalId, from, text, parent_id, media } = comment.data
  return {
    ...{ type: 'message', kind: 'comment', externalId, text, attachments: [] },
    threadId: parent_id ?? externalId,
    direction: from.id === accountId ? 'us' : 'them',
    author: { id: from.id, name: from.username ?? null },
    replyToId: parent_id ?? null,
    post: { id: media.id, permalink: null },
    // Comments have no time of their own.
    sentAt: timeIn(entryTime),
  }
}
