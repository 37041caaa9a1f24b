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
import { lateAfterMs } from '@/components/stories/story-status'
import { Badge, type Tone } from '@/components/ui/badge'
import type { QueueItem } from '@/lib/queue/contract'
import type { QueueStatus } from '@/lib/stories/status'

type Face = { word: string; tone: Tone; Icon: LucideIcon }

export const queueFaces: Record<QueueStatus, Face> = {
  draft: { word: 'Draft', tone: 'quiet', Icon: PenLine },
  pending: { word: 'Needs approval', tone: 'warn', Icon: Hand },
  approved: { word: 'Scheduled', tone: 'info', Icon: CalendarClock },
  posted: { word: 'Posted', tone: 'good', Icon: CircleCheck },
  failed: { word: 'Failed', tone: 'bad', Icon: CircleX },
  rejected: { word: 'Rejected', tone: 'quiet', Icon: Ban },
}

const cancelled: Face = { word: 'Cancelled', tone: 'quiet', Icon: Ban }
const goingOut: Face = { word: 'Going out', tone: 'info', Icon: CircleDotDashed }
const late: Face = { word: 'Late', tone: 'warn', Icon: Clock }

type Standing = Pick<QueueItem, 'status' | 'scheduled_at' | 'skip_reason'>

/** Approved or waiting for it, and its time is past by more than the work takes. */
export const isLate = ({ status, scheduled_at }: Standing, now: Date): boolean =>
  (status === 'approved' || status === 'pending') &&
  scheduled_at !== null &&
  now.getTime() - new Date(scheduled_at).getTime() > lateAfterMs

export function faceOfItem(item: Standing, now: Date): Face {
  if (item.status === 'rejected' && item.skip_reason === 'cancelled') return cancelled
  if (item.status !== 'approved' || item.scheduled_at === null) return queueFaces[item.status]
  if (isLate(item, now)) return late
  return new Date(item.scheduled_at) <= now ? goingOut : queueFaces.approved
}

export function QueueStatusChip({ item, now }: { item: Standing; now: Date }) {
  const { word, tone, Icon } = faceOfItem(item, now)
  return (
    <Badge tone={tone} Icon={Icon}>
      {word}
    </Badge>
  )
}
