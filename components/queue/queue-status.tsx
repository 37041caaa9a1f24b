import { Ban } from 'lucide-react'
import { dueState } from '@/components/stories/due-state'
import { type StatusBadge, StatusChip, StatusText, statusBadges } from '@/components/stories/status-badges'
import type { QueueItem } from '@/lib/queue-items/schema'
import type { QueueStatus } from '@/lib/queue-items/status'

const { draft, waiting, scheduled, published, failed, cancelled } = statusBadges

const queueBadges: Record<QueueStatus, StatusBadge> = {
  draft,
  pending: waiting,
  approved: scheduled,
  posted: published,
  failed,
  rejected: { label: 'Rejected', tone: 'quiet', Icon: Ban },
}

type Subject = Pick<QueueItem, 'status' | 'scheduled_at' | 'skip_reason'>

/** Approved or pending, and overdue by more than the publishing time. */
export const isLate = ({ status, scheduled_at }: Subject, now: Date): boolean =>
  (status === 'approved' || status === 'pending') && scheduled_at !== null && dueState(scheduled_at, now) === 'late'

export function queueBadgeOf({ status, scheduled_at, skip_reason }: Subject, now: Date): StatusBadge {
  if (status === 'rejected' && skip_reason === 'cancelled') return cancelled
  if (status !== 'approved' || scheduled_at === null) return queueBadges[status]
  return statusBadges[dueState(scheduled_at, now)]
}

type Props = { item: Subject; now: Date }

export const QueueStatusChip = ({ item, now }: Props) => <StatusChip {...queueBadgeOf(item, now)} />

/** For rows of the queue. */
export const QueueStatusText = ({ item, now }: Props) => <StatusText {...queueBadgeOf(item, now)} />
