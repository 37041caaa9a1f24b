import { z } from 'zod'
import type { InboxChange } from './inbox-change'
import { Id, Name, Text, timeIn } from './values'

const Comment = z.object({
  item: z.literal('comment'),
  verb: z.string(),
  comment_id: Id,
  post_id: Id,
  parent_id: Id.optional(),
  from: z.object({ id: Id, name: Name.optional() }).optional().catch(undefined),
  message: Text.default(''),
  created_time: z.unknown().optional(),
  photo: z.string().max(4_000).optional().catch(undefined),
  post: z
    .object({ permalink_url: z.string().max(2_000).optional() })
    .optional()
    .catch(undefined),
})

const Change = z.object({ field: z.literal('feed'), value: z.unknown().optional() })

/** A change of a comment. Posts, likes and shares arrive in the same field. */
export function readFacebookChange(raw: unknown, accountId: string, entryTime: unknown): InboxChange | null {
  const change = Change.safeParse(raw)
  const comment = change.success ? Comment.safeParse(change.data.value) : undefined
  if (!comment?.success) return null
  const { verb, comment_id: externalId, post_id, parent_id, from, message, created_time, photo, post } = comment.data
  const kind = 'comment'
  const at = timeIn(entryTime) ?? timeIn(created_time)
  if (verb === 'edited') return { type: 'edit', kind, externalId, text: message, at }
  if (verb === 'remove') return { type: 'remove', kind, externalId, at }
  if (verb === 'hide' || verb === 'unhide') return { type: 'hide', kind, externalId, isHidden: verb === 'hide', at }
  if (verb !== 'add') return null
  // The parent of a top-level comment is the post.
  const parentId = parent_id === undefined || parent_id === post_id ? null : parent_id
  const permalink = post?.permalink_url
  return {
    ...{ type: 'message', kind, externalId, text: message },
    threadId: parentId ?? externalId,
    direction: from?.id === accountId ? 'us' : 'them',
    // Facebook leaves out people who did not share their profile.
    author: { id: from?.id ?? null, name: from?.name ?? null },
    attachments: photo && /^https?:\/\//.test(photo) ? [{ type: 'image', url: photo }] : [],
    replyToId: parentId,
    post: { id: post_id, permalink: permalink && /^https?:\/\//.test(permalink) ? permalink : null },
    sentAt: timeIn(created_time) ?? at,
  }
}
