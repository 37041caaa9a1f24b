import type { Story, StoryDetail } from '@/lib/stories/contract'
import type { Draft } from '../draft/draft'
import { draftOf } from '../draft/story-to-draft'

/** The saved story of a draft. `updatedAt` is used for optimistic locking. */
export type Saved = { id: string; updatedAt: string; isScheduled: boolean }

/** The saved version. `saved` is null for a story that was never saved. */
export type Base = { draft: Draft; saved: Saved | null }

/** Another user's version, and the common base version. */
export type Versions = { base: Draft; theirs: Base }

export const savedOf = ({ id, updated_at, status }: Pick<Story, 'id' | 'updated_at' | 'status'>): Saved => ({
  id,
  updatedAt: updated_at,
  isScheduled: status === 'scheduled',
})

export const baseOf = (story: StoryDetail, timeZone: string): Base => ({
  draft: draftOf(story, timeZone),
  saved: savedOf(story),
})
