import { createHash } from 'node:crypto'
import type { StoredClientReview } from '@/lib/story-content'
import type { Content } from './content'

/** The content that a client sees on a review page. Times and tracking are not part of what they approve. */
const reviewed = [
  'title',
  'caption',
  'channels',
  'hashtags',
  'slides',
  'post_type',
  'channel_overrides',
  'comment_ask',
  'comment_ask_mode',
  'destination_url',
] as const satisfies readonly (keyof Content)[]

/** Hex SHA-256 of the reviewed content. Does not depend on the order of members, which Postgres changes. */
export function contentHash(content: Content): string {
  const parts = reviewed.map((name) => [name, content[name]])
  return createHash('sha256').update(JSON.stringify(parts, withSortedKeys)).digest('hex')
}

const withSortedKeys = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value

/** The review after an edit: outdated while the content differs from what the client decided on. */
export function reviewAfterEdit(review: StoredClientReview | null, content: Content): StoredClientReview | null {
  if (!review?.content_hash) return review
  return { ...review, is_outdated: review.content_hash !== contentHash(content) }
}

/** Whether the client waits for changes, so that nobody may approve it without noticing. */
export const wantsChanges = (review: StoredClientReview | null): review is StoredClientReview =>
  review?.state === 'changes_requested' && !review.is_outdated
