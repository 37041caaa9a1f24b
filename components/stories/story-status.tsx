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

type Face = { word: string; tone: Tone; Icon: LucideIcon }

export const storyFaces: Record<StoryStatus, Face> = {
  draft: { word: 'Draft', tone: 'quiet', Icon: PenLine },
  scheduled: { word: 'Scheduled', tone: 'info', Icon: CalendarClock },
  published: { word: 'Published', tone: 'good', Icon: CircleCheck },
  partial: { word: 'Partly out', tone: 'warn', Icon: TriangleAlert },
  failed: { word: 'Failed', tone: 'bad', Icon: CircleX },
  archived: { word: 'Archived', tone: 'quiet', Icon: Archive },
  cancelled: { word: 'Cancelled', tone: 'quiet', Icon: Ban },
}

/** A few minutes belong to the work itself; from here on a person should look. */
export const lateAfterMs = 3 * 60_000

const duringFaces = {
  publishing: { word: 'Going out', tone: 'info', Icon: CircleDotDashed },
  late: { word: 'Late', tone: 'warn', Icon: Clock },
  waiting: { word: 'Needs approval', tone: 'warn', Icon: Hand },
} satisfies Record<string, Face>

type Standing = {
  status: StoryStatus
  scheduledAt: string | null
  now: Date
  /** Nothing more of it goes out before somebody approves it, whatever its time. */
  isWaiting: boolean
}

/** What is scheduled and whose time has come is going out, or late, unless it waits for somebody. */
export function faceOf({ status, scheduledAt, now, isWaiting }: Standing): Face {
  if (status !== 'scheduled' || scheduledAt === null) return storyFaces[status]
  if (isWaiting) return duringFaces.waiting
  const overdueMs = now.getTime() - new Date(scheduledAt).getTime()
  if (overdueMs > lateAfterMs) return duringFaces.late
  return overdueMs > 0 ? duringFaces.publishing : storyFaces.scheduled
}

export function StoryStatusChip(standing: Standing) {
  const { word, tone, Icon } = faceOf(standing)
  return (
    <Badge tone={tone} Icon={Icon}>
      {word}
    </Badge>
  )
}
