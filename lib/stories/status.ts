/** States of a story and of its queue rows, and the one function that derives the first from the second. */
export const storyStatuses = ['draft', 'scheduled', 'published', 'partial', 'failed', 'archived', 'cancelled'] as const
export type StoryStatus = (typeof storyStatuses)[number]

export const queueStatuses = ['draft', 'pending', 'approved', 'posted', 'failed', 'rejected'] as const
export type QueueStatus = (typeof queueStatuses)[number]

/**
 * What the rows of a story say of it. `archived` and an explicit cancel are set by their operations and stay, so
 * callers do not ask for those.
 */
export function deriveStoryStatus(rows: readonly QueueStatus[]): StoryStatus {
  const count = (status: QueueStatus): number => rows.filter((row) => row === status).length
  if (count('draft') === rows.length) return 'draft'
  if (count('pending') + count('approved') > 0) return 'scheduled'
  if (count('posted') === rows.length) return 'published'
  if (count('posted') > 0) return 'partial'
  if (count('rejected') === rows.length) return 'cancelled'
  return 'failed'
}

/** States that an operation set and that no row can change. */
export const isSettledByOperation = (status: string): boolean => status === 'archived' || status === 'cancelled'
