import { createHash } from 'node:crypto'
import type { ResolvedPost } from '@/lib/channels/channel'

/**
 * Distinguishes two posts of one account when the outcome of one is unknown. Parts of a thread differ by their step.
 */
export const hashText = (post: ResolvedPost, step: string): string =>
  createHash('sha256').update(`${step}\n${post.text}`).digest('base64url').slice(0, 22)
