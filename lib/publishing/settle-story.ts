import { type Selectable, sql, type Transaction } from 'kysely'
import type { ChannelId } from '@/lib/channels/ids'
import { systemClock } from '@/lib/clock'
import type { DB, QueueItems, Stories } from '@/lib/db/types.generated'
import { appendEvent } from '@/lib/events/append'
import { serializeQueueItem } from '@/lib/queue/serializer'
import { serializeStory } from '@/lib/stories/serializer'
import { deriveStoryStatus, isSettledByOperation, type QueueStatus } from '@/lib/stories/status'
import { lateAfterSeconds } from './delays'
import type { Failure } from './settle'

/** What just happened to one row of the story. */
export type Happening =
  | { posted: { channel: ChannelId; url: string } }
  | { failed: { item: Selectable<QueueItems>; failure: Failure } }

/** Story first, then its rows: the one order in which everybody locks them. */
export async function lockStory(tx: Transaction<DB>, storyId: string): Promise<void> {
  await tx.selectFrom('stories').select('id').where('id', '=', storyId).forUpdate().executeTakeFirst()
}

/** Brings the story up to date with its rows, and writes the events that follow. The story is locked. */
export async function settleStory(tx: Transaction<DB>, storyId: string, happening: Happening): Promise<void> {
  const rows = await tx
    .selectFrom('queue_items')
    .select(['status', 'channel', 'scheduled_at', 'published_at'])
    .where('story_id', '=', storyId)
    .execute()
  const statuses = rows.map(({ status }) => status as QueueStatus)
  const derived = deriveStoryStatus(statuses)
  const story = await updateStory(tx, storyId, derived, happening)
  if ('failed' in happening) await announceFailure(tx, story, happening.failed)
  const isDecided = !statuses.some((status) => status === 'approved' || status === 'pending')
  if (isDecided && statuses.includes('posted')) await announcePublished(tx, story, rows, 'posted' in happening)
}

async function updateStory(
  tx: Transaction<DB>,
  storyId: string,
  status: string,
  happening: Happening,
): Promise<Selectable<Stories>> {
  const keepsStatus = sql<string>`case when status in ('archived', 'cancelled') then status else ${status} end`
  const change = tx
    .updateTable('stories')
    .set({ status: keepsStatus, updated_at: sql<Date>`now()` })
    .where('id', '=', storyId)
  if (!('posted' in happening)) return change.returningAll().executeTakeFirstOrThrow()
  const { channel, url } = happening.posted
  return change
    .set({
      published_at: sql<Date>`coalesce(published_at, now())`,
      // The primary channel is the first of the list; until it is out, the first that is.
      published_url: sql<string>`case when channels[1] = ${channel} then ${url} else coalesce(published_url, ${url}) end`,
      published_urls: sql<string>`published_urls || jsonb_build_object(${channel}::text, ${url}::text)`,
      published_channels: sql<string[]>`array_append(array_remove(published_channels, ${channel}), ${channel})`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function announceFailure(
  tx: Transaction<DB>,
  story: Selectable<Stories>,
  { item, failure }: { item: Selectable<QueueItems>; failure: Failure },
): Promise<void> {
  const data = {
    story: serializeStory(story, systemClock()),
    queue_item: serializeQueueItem({ ...item, title: story.title, primary_caption: story.caption }),
    channel: item.channel,
    skip_reason: failure.reason,
    category: failure.category,
    code: failure.code,
    ...(failure.supersededBy ? { superseded_by_queue_item_id: failure.supersededBy } : {}),
  }
  const common = { projectId: story.project_id, storyId: story.id, data }
  await appendEvent(tx, { ...common, event: 'story.failed' })
  if (!failure.wasAttempted) await appendEvent(tx, { ...common, event: 'story.skipped' })
}

/** Once no row waits any more: the story is out on at least one channel. */
async function announcePublished(
  tx: Transaction<DB>,
  story: Selectable<Stories>,
  rows: { status: string; scheduled_at: Date | null; published_at: Date | null }[],
  wasPosted: boolean,
): Promise<void> {
  if (isSettledByOperation(story.status)) return
  // A retry that fails again publishes nothing new; its story was announced before.
  if (!wasPosted && (await wasAnnounced(tx, story.id, story.published_channels.length))) return
  const data = { story: serializeStory(story, systemClock()) }
  const common = { projectId: story.project_id, storyId: story.id }
  await appendEvent(tx, { ...common, event: 'story.published', data })
  const lateness = Math.max(...rows.map(latenessSeconds))
  if (lateness > lateAfterSeconds) {
    await appendEvent(tx, {
      ...common,
      event: 'story.published_late',
      data: { ...data, late_by_seconds: Math.round(lateness) },
    })
  }
}

const latenessSeconds = ({
  scheduled_at,
  published_at,
}: {
  scheduled_at: Date | null
  published_at: Date | null
}): number => (scheduled_at && published_at ? (published_at.getTime() - scheduled_at.getTime()) / 1000 : 0)

async function wasAnnounced(tx: Transaction<DB>, storyId: string, channels: number): Promise<boolean> {
  const { rows } = await sql`
    select from timeline_entries t
    join events e on e.id = (t.detail ->> 'event_id')::uuid
    where t.story_id = ${storyId} and t.kind = 'event' and e.event = 'story.published'
      and jsonb_array_length(e.data #> '{story,published_channels}') >= ${channels}
    limit 1`.execute(tx)
  return rows.length > 0
}
