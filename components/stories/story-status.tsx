import {
  Archive,
  Ban,
  CalendarClock,
  CircleCheck,
  CircleDotDashed,
  CircleX,
  Clock,
  Hand,
  type LucideIcon,
  PenLine,
  TriangleAlert,
} from 'lucide-react'
import { Badge, type Tone } from '@/components/ui/badge'
import type { StoryStatus } from '@/lib/stories/status'

type StatusBadge = { label: string; tone: Tone; Icon: LucideIcon }

export const storyBadges: Record<StoryStatus, StatusBadge> = {
  draft: { label: 'Draft', tone: 'quiet', Icon: PenLine },
  scheduled: { label: 'Scheduled', tone: 'info', Icon: CalendarClock },
  published: { label: 'Published', tone: 'good', Icon: CircleCheck },
  partial: { label: 'Partly published', tone: 'warn', Icon: TriangleAlert },
  failed: { label: 'Failed', tone: 'bad', Icon: CircleX },
  archived: { label: 'Archived', tone: 'quiet', Icon: Archive },
  cancelled: { label: 'Cancelled', tone: 'quiet', Icon: Ban },
}

/** Publishing can take a few minutes. After this a post counts as late. */
export const lateAfterMs = 3 * 60_000

const scheduledBadges = {
  publishing: { label: 'Publishing', tone: 'info', Icon: CircleDotDashed },
  late: { label: 'Late', tone: 'warn', Icon: Clock },
  waiting: { label: 'Needs approval', tone: 'warn', Icon: Hand },
} satisfies Record<string, StatusBadge>

type Subject = {
  status: StoryStatus
  scheduledAt: string | null
  now: Date
  /** Publishing waits for an approval. */
  isWaiting: boolean
}

/** Due stories are publishing or late, unless they wait for approval. */
export function storyBadgeOf({ status, scheduledAt, now, isWaiting }: Subject): StatusBadge {
  if (status !== 'scheduled' || scheduledAt === null) return storyBadges[status]
  if (isWaiting) return scheduledBadges.waiting
  const overdueMs = now.getTime() - new Date(scheduledAt).getTime()
  if (overdueMs > lateAfterMs) return scheduledBadges.late
  return overdueMs > 0 ? scheduledBadges.publishing : storyBadges.scheduled
}

export function StoryStatusChip(story: Subject) {
  const { label, tone, Icon } = storyBadgeOf(story)
  return (
    <Badge tone={tone} Icon={Icon}>
      {label}
    </Badge>
  )
}

const dots: Record<Tone, string> = {
  good: 'bg-good',
  info: 'bg-info',
  warn: 'bg-warn',
  bad: 'bg-bad',
  quiet: 'bg-quiet',
}

/** For lists: a dot and text, because a column of colored fills is noisy. */
export const StatusText = ({ tone, label }: Pick<StatusBadge, 'tone' | 'label'>) => (
  <span className="inline-flex max-w-full items-center gap-1.5 text-sm">
    <span aria-hidden className={`size-2 shrink-0 rounded-full ${dots[tone]}`} />
    <span className="truncate">{label}</span>
  </span>
)

export const StoryStatusText = (story: Subject) => <StatusText {...storyBadgeOf(story)} />
