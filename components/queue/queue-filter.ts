import { type ChannelId, channelIds } from '@/lib/channels/ids'
import type { QueueStatus } from '@/lib/stories/status'

/** The ways to look at the queue. Upcoming runs forward in time, the others back. */
export const queueViews = ['upcoming', 'review', 'failed', 'posted', 'rejected'] as const
export type QueueView = (typeof queueViews)[number]

export const viewWords: Record<QueueView, string> = {
  upcoming: 'Upcoming',
  review: 'Needs approval',
  failed: 'Failed',
  posted: 'Posted',
  rejected: 'Rejected or cancelled',
}

export const viewStatuses: Record<QueueView, QueueStatus[]> = {
  upcoming: ['pending', 'approved'],
  review: ['pending'],
  failed: ['failed'],
  posted: ['posted'],
  rejected: ['rejected'],
}

export type QueueFilter = { view: QueueView; channel: ChannelId | null }

export const readQueueFilter = (given: { status?: unknown; channel?: unknown }): QueueFilter => ({
  view: queueViews.find((view) => view === given.status) ?? 'upcoming',
  channel: channelIds.find((channel) => channel === given.channel) ?? null,
})

export function writeQueueFilter({ view, channel }: QueueFilter): string {
  const search = new URLSearchParams({
    ...(view === 'upcoming' ? {} : { status: view }),
    ...(channel ? { channel } : {}),
  })
  return search.size > 0 ? `?${search}` : ''
}

export const isForward = (view: QueueView): boolean => view === 'upcoming' || view === 'review'
