import {
  Ban,
  CalendarClock,
  CircleCheck,
  CircleDotDashed,
  CircleX,
  Clock,
  Hand,
  type LucideIcon,
  PenLine,
} from 'lucide-react'
import { lateAfterMs, StatusText } from '@/components/stories/story-status'
import { Badge, type Tone } from '@/components/ui/badge'
import type { QueueItem } from '@/lib/queue-items/schema'
import type { QueueStatus } from '@/lib/queue-items/status'

type StatusBadge = { label: string; tone: Tone; Icon: LucideIcon }

export const queueBadges: Record<QueueStatus, StatusBadge> = {
  draft: { label: 'Draft', tone: 'quiet', Icon: PenLine },
  pending: { label: 'Needs approval', tone: 'warn', Icon: Hand },
  approved: { label: 'Scheduled', tone: 'info', Icon: CalendarClock },
  posted: { label: 'Published', tone: 'good', Icon: CircleCheck },
  failed: { label: 'Failed', tone: 'bad', Icon: CircleX },
  rejected: { label: 'Rejected', tone: 'quiet', Icon: Ban },
}

const cancelled: StatusBadge = { label: 'Cancelled', tone: 'quiet', Icon: Ban }
const publishing: StatusBadge = { label: 'Publishing', tone: 'info', Icon: CircleDotDashed }
const late: StatusBadge = { label: 'Late', tone: 'warn', Icon: Clock }

type Subject = Pick<QueueItem, 'status' | 'scheduled_at' | 'skip_reason'>

/** Approved or pending, and overdue by more than the publishing time. */
export const isLate = ({ status, scheduled_at }: Subject, now: Date): boolean =>
  (status === 'approved' || status === 'pending') &&
  scheduled_at !== null &&
  now.getTime() - new Date(scheduled_at).getTime() > lateAfterMs

export function queueBadgeOf(item: Subject, now: Date): StatusBadge {
  if (item.status === 'rejected' && item.skip_reason === 'cancelled') return cancelled
  if (item.status !== 'approved' || item.scheduled_at === null) return queueBadges[item.status]
  if (isLate(item, now)) return late
  return new Date(item.scheduled_at) <= now ? publishing : queueBadges.approved
}

export function QueueStatusChip({ item, now }: { item: Subject; now: Date }) {
  const { label, tone, Icon } = queueBadgeOf(item, now)
  return (
    <Badge tone={tone} Icon={Icon}>
      {label}
    </Badge>
  )
}

/** For rows of the queue. */
export const QueueStatusText = ({ item, now }: { item: Subject; now: Date }) => (
  <StatusText {...queueBadgeOf(item, now)} />
)
