export const queueStatuses = ['draft', 'pending', 'approved', 'posted', 'failed', 'rejected'] as const
export type QueueStatus = (typeof queueStatuses)[number]
