import type { Transaction } from 'kysely'
import type { Context } from '@/lib/access/context'
import type { DB } from '@/lib/db/types.generated'
import { appendEvents, type NewEvent } from '@/lib/events/append'
import { type QueueRow, serializeQueueItem } from '@/lib/queue-items/serializer'
import { announcePublished } from '@/lib/stories/published-events'
import { type HeldRow, type RowChange, writeRows } from '@/lib/stories/repository'
import {
  earliestTime,
  noSkipReason,
  statusOf,
  unchanged,
  withOwnTimes,
  withoutOwnTime,
} from '@/lib/stories/rows/row-plan'
import { type StoryRow, serializeStory } from '@/lib/stories/serializer'
import { actorOf, announceAllScheduled, recordAll } from '@/lib/stories/timeline/history'
import { changesOf } from './reschedule'
import { settleMissed } from './resume-repository'

/**
 * A locked story whose missed rows will not be published. If all were missed it becomes a draft, otherwise only these
 * rows are rejected.
 */
export type SkippedStory = {
  story: StoryRow
  rows: readonly HeldRow[]
  own: readonly HeldRow[]
  becomes: 'draft' | 'skipped'
}

const skipReason = 'Its time passed while the project was paused.'

export async function skipMissed(
  tx: Transaction<DB>,
  context: Context,
  projectId: string,
  skippedStories: readonly SkippedStory[],
): Promise<void> {
  if (skippedStories.length === 0) return
  const planned = skippedStories.map(planStory)
  const rows = await writeRows(
    tx,
    projectId,
    planned.flatMap(({ changes }) => changes),
  )
  const stories = await settleMissed(
    tx,
    projectId,
    planned.map(({ id, status, scheduled_at }) => ({ id, status, scheduled_at })),
  )
  const storyOf = new Map(stories.map((story) => [story.id, story]))
  await recordAll(
    tx,
    skippedStories.map(({ story, own, becomes }) => {
      const detail = { channels: own.map(({ channel }) => channel), via: 'resume' }
      const kind = becomes === 'draft' ? 'drafted' : 'left_out'
      return { story, action: { kind, actor: actorOf(context.principal), detail } }
    }),
  )
  const skipped = rows.filter(({ status }) => status === 'rejected')
  await appendEvents(
    tx,
    skipped.flatMap((row) => eventsOf(storyOf.get(row.story_id), row, context.now)),
  )
  await announceAllScheduled(tx, changesOf(skippedStories, stories, rows), context.now, 'resume')
  await announcePublished(
    tx,
    skippedStories.filter(({ becomes }) => becomes === 'skipped').map(({ story }) => story.id),
  )
}

function planStory({ story, rows, own, becomes }: SkippedStory) {
  const changes = own.map((row) => (becomes === 'draft' ? asDraft(row) : asSkipped(row)))
  const others = rows.filter((row) => !own.includes(row))
  const scheduled_at =
    becomes === 'draft' ? null : (earliestTime(others.filter(({ status }) => status !== 'draft')) ?? story.scheduled_at)
  return {
    id: story.id,
    status: statusOf([...others, ...changes]),
    scheduled_at,
    changes: becomes === 'draft' ? changes : withOwnTimes(changes, scheduled_at),
  }
}

const asDraft = (row: HeldRow): RowChange => ({
  ...unchanged(row),
  ...noSkipReason,
  status: 'draft',
  scheduled_at: null,
  next_attempt_at: null,
  data_snapshot: withoutOwnTime(row.data_snapshot),
  is_restarted: true,
})

const asSkipped = (row: HeldRow): RowChange => ({
  ...unchanged(row),
  status: 'rejected',
  next_attempt_at: null,
  skip_reason: skipReason,
  skip_category: 'other',
  provider_code: null,
  is_restarted: true,
})

/** No attempt was made, so `story.failed` and `story.skipped` are both sent. */
function eventsOf(story: StoryRow | undefined, row: QueueRow, now: Date): NewEvent[] {
  if (!story) return []
  const channel = row.channel
  const data = {
    story: serializeStory(story, now),
    queue_item: serializeQueueItem({ ...row, title: story.title, primary_caption: story.caption }),
    channel,
    skip_reason: skipReason,
    category: 'other',
    code: 'paused',
  }
  const common = { projectId: story.project_id, storyId: story.id, data }
  return [
    { ...common, event: 'story.failed' },
    { ...common, event: 'story.skipped' },
  ]
}
