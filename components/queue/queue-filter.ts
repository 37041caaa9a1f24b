import { type ChannelId, channelIds } from '@/lib/channel-ids'
import type { QueueStatus } from '@/lib/queue-items/status'

/** Views of the queue. Upcoming and review are sorted by time, the others newest first. */
export const queueViews = ['upcoming', 'review', 'failed', 'posted', 'rejected'] as const
export type QueueView = (typeof queueViews)[number]

export const viewLabels: Record<QueueView, string> = {
  upcoming: 'Upcoming',
  review: 'Needs approval',
  failed: 'Failed',
  posted: 'Published',
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

export const readQueueFilter = (params: { status?: unknown; channel?: unknown }): QueueFilter => ({
  view: queueViews.find((view) => view === params.status) ?? 'upcoming',
  channel: channelIds.find((channel) => channel === params.channel) ?? null,
})

export function writeQueueFilter({ view, channel }: QueueFilter): string {
  const search = new URLSearchParams({
    ...(view === 'upcoming' ? {} : { status: view }),
    ...(channel ? { channel } : {}),
  })
  return search.size > 0 ? `?${search}` : ''
}

export const isForward = (view: QueueView): boolean => view === 'upcoming' || view === 'review'
