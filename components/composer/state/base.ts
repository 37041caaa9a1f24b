import type { Story, StoryDetail } from '@/lib/stories/contract'
import type { Draft } from '../draft/draft'
import { draftOf } from '../draft/story-to-draft'

/** The saved story of a draft. `updatedAt` is used for optimistic locking. `scheduledAt` is null for drafts. */
export type Saved = { id: string; updatedAt: string; isScheduled: boolean; scheduledAt: string | null }

/** The saved version. `saved` is null for a story that was never saved. */
export type Base = { draft: Draft; saved: Saved | null }

/** Another user's version, and the common base version. */
export type Versions = { base: Draft; theirs: Base }

type Identity = Pick<Story, 'id' | 'updated_at' | 'status' | 'scheduled_at'>

export const savedOf = ({ id, updated_at, status, scheduled_at }: Identity): Saved => ({
  id,
  updatedAt: updated_at,
  isScheduled: status === 'scheduled',
  scheduledAt: scheduled_at,
})

export const baseOf = (story: StoryDetail, timeZone: string): Base => ({
  draft: draftOf(story, timeZone),
  saved: savedOf(story),
})
