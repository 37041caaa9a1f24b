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
import { Badge, type Tone } from '@/components/ui/badge'

export type StatusBadge = { label: string; tone: Tone; Icon: LucideIcon }

/** Statuses that stories and single posts have in common. */
export const statusBadges = {
  draft: { label: 'Draft', tone: 'quiet', Icon: PenLine },
  waiting: { label: 'Needs approval', tone: 'warn', Icon: Hand },
  scheduled: { label: 'Scheduled', tone: 'info', Icon: CalendarClock },
  publishing: { label: 'Publishing', tone: 'info', Icon: CircleDotDashed },
  late: { label: 'Late', tone: 'warn', Icon: Clock },
  published: { label: 'Published', tone: 'good', Icon: CircleCheck },
  failed: { label: 'Failed', tone: 'bad', Icon: CircleX },
  rejected: { label: 'Rejected', tone: 'quiet', Icon: Ban },
  cancelled: { label: 'Cancelled', tone: 'quiet', Icon: Ban },
} as const satisfies Record<string, StatusBadge>

export const StatusChip = ({ label, tone, Icon }: StatusBadge) => (
  <Badge tone={tone} Icon={Icon}>
    {label}
  </Badge>
)

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
