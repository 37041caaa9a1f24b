import { type Selectable, sql, type Transaction } from 'kysely'
import type { ChannelId } from '@/lib/channels/ids'
import { systemClock } from '@/lib/clock'
import type { DB, QueueItems, Stories } from '@/lib/db/types.generated'
import { appendEvents, type NewEvent } from '@/lib/events/append'
import { planSyncs } from '@/lib/metrics/plan-syncs'
import { serializeQueueItem } from '@/lib/queue/serializer'
import { serializeStory } from '@/lib/stories/serializer'
import { deriveStoryStatus, type QueueStatus } from '@/lib/stories/status'
import { publishedEvents } from './published-events'
import type { Failure } from './settle'

/** What just happened to one row of a story. */
export type Happening = { storyId: string } & (
  | { posted: { channel: ChannelId; url: string } }
  | { failed: { item: Selectable<QueueItems>; failure: Failure } }
)

/** Stories first, in one order, then their rows: so everybody locks them, and nobody waits crosswise. */
export async function lockStories(tx: Transaction<DB>, storyIds: readonly string[]): Promise<void> {
  await tx.selectFrom('stories').select('id').where('id', 'in', storyIds).orderBy('id').forUpdate().execute()
}

/** Brings stories up to date with their rows, and writes the events that follow. The stories are locked. */
export async function settleStories(tx: Transaction<DB>, happenings: readonly Happening[]): Promise<void> {
  const statuses = await statusesOf(tx, [...new Set(happenings.map(({ storyId }) => storyId))])
  const stories = await updateStories(tx, statuses, happenings)
  const events = happenings.flatMap((happening) => {
    const story = stories.get(happening.storyId)
    return story && 'failed' in happening ? failureEvents(story, happening.failed) : []
  })
  events.push(...(await publishedEvents(tx, stories.values())))
  await appendEvents(tx, events)
  await planSyncs(
    tx,
    happenings.flatMap((happening) =>
      'posted' in happening ? [{ storyId: happening.storyId, channel: happening.posted.channel }] : [],
    ),
  )
}

async function statusesOf(tx: Transaction<DB>, storyIds: string[]): Promise<Map<string, QueueStatus[]>> {
  const rows = await tx
    .selectFrom('queue_items')
    .select(['story_id', 'status'])
    .where('story_id', 'in', storyIds)
    .execute()
  const byStory = new Map<string, QueueStatus[]>(storyIds.map((id) => [id, []]))
  for (const { story_id, status } of rows) byStory.get(story_id)?.push(status as QueueStatus)
  return byStory
}

async function updateStories(
  tx: Transaction<DB>,
  statuses: Map<string, QueueStatus[]>,
  happenings: readonly Happening[],
): Promise<Map<string, Selectable<Stories>>> {
  const changes = [...statuses].map(([id, own]) => {
    const posted = happenings.flatMap((happening) =>
      happening.storyId === id && 'posted' in happening ? [[happening.posted.channel, happening.posted.url]] : [],
    )
    return {
      id,
      status: deriveStoryStatus(own),
      urls: Object.fromEntries(posted),
      first_url: posted[0]?.[1] ?? null,
    }
  })
  const updated = await sql<Selectable<Stories>>`
    update stories s set
      status = case when s.status in ('archived', 'cancelled') then s.status else g.status end,
      published_at = case when g.first_url is null then s.published_at else coalesce(s.published_at, now()) end,
      -- The primary channel is the first of the list; until it is out, the first that is.
      published_url = coalesce(g.urls ->> s.channels[1], s.published_url, g.first_url),
      published_urls = s.published_urls || g.urls,
      published_channels = array(
        select unnest(s.published_channels) union all
        (select key from jsonb_object_keys(g.urls) as key where key <> all (s.published_channels))),
      updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as g (id uuid, status text, urls jsonb, first_url text)
    where s.id = g.id
    returning s.*`.execute(tx)
  return new Map(updated.rows.map((story) => [story.id, story]))
}

function failureEvents(
  story: Selectable<Stories>,
  { item, failure }: { item: Selectable<QueueItems>; failure: Failure },
): NewEvent[] {
  const data = {
    story: serializeStory(story, systemClock()),
    queue_item: serializeQueueItem({ ...item, title: story.title, primary_caption: story.caption }),
    channel: item.channel,
    skip_reason: failure.reason,
    category: failure.category,
    code: failure.code,
    ...(failure.supersededBy ? { superseded_by_queue_item_id: failure.supersededBy } : {}),
  }
  const facts = { skip_reason: failure.reason, category: failure.category, code: failure.code }
  const common = { projectId: story.project_id, storyId: story.id, channel: item.channel, facts, data }
  const failed: NewEvent = { ...common, event: 'story.failed' }
  return failure.wasAttempted ? [failed] : [failed, { ...common, event: 'story.skipped' }]
}
