import { TriangleAlert } from 'lucide-react'
import { dueState } from '@/components/stories/due-state'
import { isRetrying, retryingBadge } from '@/components/stories/retrying'
import { type StatusBadge, StatusChip, StatusText, statusBadges } from '@/components/stories/status-badges'
import type { ForecastIssue } from '@/lib/queue-forecast/contract'
import type { QueueItem } from '@/lib/queue-items/schema'
import type { QueueStatus } from '@/lib/queue-items/status'

const { draft, waiting, scheduled, published, failed, rejected, cancelled } = statusBadges

const queueBadges: Record<QueueStatus, StatusBadge> = {
  draft,
  pending: waiting,
  approved: scheduled,
  posted: published,
  failed,
  rejected,
}

type Subject = Pick<QueueItem, 'status' | 'scheduled_at' | 'skip_reason'> & Partial<Pick<QueueItem, 'data_snapshot'>>

/** Approved or pending, and overdue by more than the publishing time. */
export const isLate = ({ status, scheduled_at }: Subject, now: Date): boolean =>
  (status === 'approved' || status === 'pending') && scheduled_at !== null && dueState(scheduled_at, now) === 'late'

/** What will or may keep a post from being published. */
export const issuesOf = (forecast: readonly ForecastIssue[], { id }: Pick<QueueItem, 'id'>): ForecastIssue[] =>
  forecast.filter(({ queue_item_id }) => queue_item_id === id)

/** @param issues of the forecast, for this post */
export function queueBadgeOf(
  item: Subject,
  now: Date,
  issues: readonly Pick<ForecastIssue, 'severity'>[] = [],
): StatusBadge {
  const { status, scheduled_at, skip_reason } = item
  if (status === 'rejected' && skip_reason === 'cancelled') return cancelled
  if (status !== 'approved' || scheduled_at === null) return queueBadges[status]
  const state = dueState(scheduled_at, now)
  if (isRetrying(item, now)) return retryingBadge([])
  if (state !== 'scheduled' || issues.length === 0) return statusBadges[state]
  const willFail = issues.some(({ severity }) => severity === 'error')
  return { label: 'At risk', tone: willFail ? 'bad' : 'warn', Icon: TriangleAlert }
}

type Props = { item: Subject; now: Date; issues?: readonly ForecastIssue[] }

export const QueueStatusChip = ({ item, now, issues }: Props) => <StatusChip {...queueBadgeOf(item, now, issues)} />

/** For rows of the queue. */
export const QueueStatusText = ({ item, now, issues }: Props) => <StatusText {...queueBadgeOf(item, now, issues)} />
