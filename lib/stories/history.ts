import type { Transaction } from 'kysely'
import type { Principal } from '@/lib/auth/principal'
import type { ChannelId } from '@/lib/channels/ids'
import type { DB } from '@/lib/db/types.generated'
import { appendEvents, type NewEvent } from '@/lib/events/append'
import { newId } from '@/lib/ids'
import { type StoryRow, serializeStory } from './serializer'

/** What a person or a token does to a story; each leaves a line on its timeline. */
export type ActionKind =
  | 'created'
  | 'edited'
  | 'scheduled'
  | 'publish_requested'
  | 'cancelled'
  | 'archived'
  | 'retried'
  | 'approved'
  | 'rejected'
  | 'rescheduled'
  | 'drafted'
  | 'left_out'
  | 'resynced'
  | 'pinned'
  | 'unpinned'

export type Action = {
  kind: ActionKind
  /** `user:<id>` or `token:<id>`; null for the system itself. */
  actor: string | null
  channel?: ChannelId
  detail?: object
}

export const actorOf = (principal: Principal): string =>
  principal.kind === 'token' ? `token:${principal.tokenId}` : `user:${principal.userId}`

type StoryRef = { id: string; project_id: string }

/** Puts a line on a story's timeline, in the transaction of what it tells. */
export const record = (tx: Transaction<DB>, story: StoryRef, action: Action): Promise<void> =>
  recordAll(tx, [{ story, action }])

export async function recordAll(tx: Transaction<DB>, lines: { story: StoryRef; action: Action }[]): Promise<void> {
  if (lines.length === 0) return
  const values = lines.map(({ story, action }) => ({
    id: newId(),
    project_id: story.project_id,
    story_id: story.id,
    kind: action.kind,
    actor: action.actor,
    channel: action.channel ?? null,
    detail: JSON.stringify(action.detail ?? {}),
  }))
  await tx.insertInto('timeline_entries').values(values).execute()
}

/** A publish time is confirmed once something will go out at it; what still waits for a review does not undo that. */
export const isConfirmed = (rows: readonly { status: string }[]): boolean =>
  rows.some(({ status }) => status === 'approved')

export const announceScheduled = (tx: Transaction<DB>, story: StoryRow, now: Date, via?: string): Promise<void> =>
  announceAllScheduled(tx, [story], now, via)

export function announceAllScheduled(
  tx: Transaction<DB>,
  stories: readonly StoryRow[],
  now: Date,
  via?: string,
): Promise<void> {
  const events = stories.map((story): NewEvent => {
    const data = { story: serializeStory(story, now), ...(via ? { via } : {}) }
    return { projectId: story.project_id, storyId: story.id, event: 'story.scheduled', data }
  })
  return appendEvents(tx, events)
}
