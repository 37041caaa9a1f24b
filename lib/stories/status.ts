import type { QueueStatus } from '@/lib/queue-items/status'

/** Story statuses, and the function that derives them from queue rows. */
export const storyStatuses = ['draft', 'scheduled', 'published', 'partial', 'failed', 'archived', 'cancelled'] as const
export type StoryStatus = (typeof storyStatuses)[number]

/** Derives a story's status from its rows. Not for archived and cancelled stories, whose status is set explicitly. */
export function deriveStoryStatus(rows: readonly QueueStatus[]): StoryStatus {
  const count = (status: QueueStatus): number => rows.filter((row) => row === status).length
  if (count('draft') === rows.length) return 'draft'
  if (count('pending') + count('approved') > 0) return 'scheduled'
  if (count('posted') === rows.length) return 'published'
  if (count('posted') > 0) return 'partial'
  if (count('rejected') === rows.length) return 'cancelled'
  return 'failed'
}

/** Statuses set by an operation, which rows cannot change. */
export const isSettledByOperation = (status: string): boolean => status === 'archived' || status === 'cancelled'

type ReviewedRow = { status: string; skip_category: string | null }

/**
 * Whether a story ended because every channel was rejected in review. Its status is `cancelled`, like that of a story
 * that someone cancelled.
 */
export const isRejectedInReview = (status: string, rows: readonly ReviewedRow[]): boolean =>
  status === 'cancelled' &&
  rows.length > 0 &&
  rows.every((row) => row.status === 'rejected' && row.skip_category === 'review')
