export const queueStatuses = ['draft', 'pending', 'approved', 'posted', 'failed', 'rejected'] as const
export type QueueStatus = (typeof queueStatuses)[number]

/** Rows that are waiting, so a new time moves them. */
export const isWaiting = ({ status }: { status: string }): boolean =>
  status === 'draft' || status === 'pending' || status === 'approved'
