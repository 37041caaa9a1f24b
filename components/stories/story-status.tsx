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
  /** What the forecast says about its posts. */
  risk?: 'error' | 'warning' | null | undefined
  /** Every channel was rejected in review. */
  isRejected?: boolean | undefined
  /** The post was published elsewhere. */
  isImported?: boolean | undefined
}

const imported: StatusBadge = { label: 'Imported', tone: 'quiet', Icon: History }

/** Due stories are publishing or late, unless they wait for approval. */
export function storyBadgeOf({
  status,
  scheduledAt,
  now,
  isWaiting,
  isRejected,
  isImported,
  risk,
}: Subject): StatusBadge {
  if (status === 'published' && isImported) return imported
  if (status === 'cancelled' && isRejected) return rejected
  if (status !== 'scheduled' || scheduledAt === null) return storyBadges[status]
  if (isWaiting) return statusBadges.waiting
  const state = dueState(scheduledAt, now)
  if (state !== 'scheduled' || !risk) return statusBadges[state]
  return { label: 'At risk', tone: risk === 'error' ? 'bad' : 'warn', Icon: TriangleAlert }
}

/** The highest severity. Null without issues. */
export function riskOf(issues: readonly { severity: 'error' | 'warning' | 'info' }[]): 'error' | 'warning' | null {
  if (issues.length === 0) return null
  return issues.some(({ severity }) => severity === 'error') ? 'error' : 'warning'
}

export const StoryStatusChip = (story: Subject) => <StatusChip {...storyBadgeOf(story)} />

export const StoryStatusText = (story: Subject) => <StatusText {...storyBadgeOf(story)} />
