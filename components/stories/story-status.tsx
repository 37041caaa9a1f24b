import { Archive, History, TriangleAlert } from 'lucide-react'
import type { StoryStatus } from '@/lib/stories/status'
import { dueState } from './due-state'
import { type StatusBadge, StatusChip, StatusText, statusBadges } from './status-badges'

const { draft, scheduled, published, failed, rejected, cancelled } = statusBadges

export const storyBadges: Record<StoryStatus, StatusBadge> = {
  draft,
  scheduled,
  published,
  partial: { label: 'Partly published', tone: 'warn', Icon: TriangleAlert },
  failed,
  archived: { label: 'Archived', tone: 'quiet', Icon: Archive },
  cancelled,
}

type Subject = {
  status: StoryStatus
  scheduledAt: string | null
  now: Date
  /** Publishing waits for an approval. */
  isWaiting: boolean
  /** Every channel was rejected in review. */
  isRejected?: boolean | undefined
  /** The post was published elsewhere. */
  isImported?: boolean | undefined
}

const imported: StatusBadge = { label: 'Imported', tone: 'quiet', Icon: History }

/** Due stories are publishing or late, unless they wait for approval. */
export function storyBadgeOf({ status, scheduledAt, now, isWaiting, isRejected, isImported }: Subject): StatusBadge {
  if (status === 'published' && isImported) return imported
  if (status === 'cancelled' && isRejected) return rejected
  if (status !== 'scheduled' || scheduledAt === null) return storyBadges[status]
  return isWaiting ? statusBadges.waiting : statusBadges[dueState(scheduledAt, now)]
}

export const StoryStatusChip = (story: Subject) => <StatusChip {...storyBadgeOf(story)} />

export const StoryStatusText = (story: Subject) => <StatusText {...storyBadgeOf(story)} />
