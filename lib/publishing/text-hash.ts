import { createHash } from 'node:crypto'
import type { ResolvedPost } from '@/lib/channels/channel'

/** Tells two posts of one account apart when one of them is in doubt. A thread's parts differ by their step. */
export const textHashOf = (post: ResolvedPost, step: string): string =>
  createHash('sha256').update(`${step}\n${post.text}`).digest('base64url').slice(0, 22)
