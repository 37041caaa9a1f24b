import { type Selectable, sql, type Transaction } from 'kysely'
import type { ChannelId } from '@/lib/channel-ids'
import { systemClock } from '@/lib/clock'
import type { DB, QueueItems, Stories } from '@/lib/db/types.generated'
import { appendEvents, type NewEvent } from '@/lib/events/append'
import { serializeQueueItem } from '@/lib/queue-items/serializer'
import { publishedEvents, type RowState, rowStatesOf } from '@/lib/stories/published-events'
import { serializeStory } from '@/lib/stories/serializer'
import { deriveStoryStatus } from '@/lib/stories/status'
import type { Failure } from './failure'

/** The outcome of one row of a story. */
export type Outcome = { storyId: string } & (
  | { posted: { channel: ChannelId; url: string } }
  | { failed: { item: Selectable<QueueItems>; failure: Failure } }
)

/** Updates stories to match their rows and appends the events. The caller holds the locks of the stories. */
export async function updateStories(tx: Transaction<DB>, outcomes: readonly Outcome[]): Promise<void> {
  const storyIds = [...new Set(outcomes.map(({ storyId }) => storyId))]
  const rows = await rowStatesOf(tx, storyIds)
  const stories = await saveStories(tx, storyIds, rows, outcomes)
  const events = outcomes.flatMap((outcome) => {
    const story = stories.get(outcome.storyId)
    return story && 'failed' in outcome ? failureEvents(story, outcome.failed) : []
  })
  await appendEvents(tx, [...events, ...publishedEvents(stories.values(), rows)])
}

async function saveStories(
  tx: Transaction<DB>,
  storyIds: readonly string[],
  rows: readonly RowState[],
  outcomes: readonly Outcome[],
): Promise<Map<string, Selectable<Stories>>> {
  const changes = storyIds.map((id) => {
    const statuses = rows.flatMap(({ story_id, status }) => (story_id === id ? [status] : []))
    const posted = outcomes.flatMap((outcome) =>
      outcome.storyId === id && 'posted' in outcome ? [[outcome.posted.channel, outcome.posted.url]] : [],
    )
    return {
      id,
      status: deriveStoryStatus(statuses),
      urls: Object.fromEntries(posted),
      first_url: posted[0]?.[1] ?? null,
    }
  })
  const updated = await sql<Selectable<Stories>>`
    update stories s set
      status = case when s.status in ('archived', 'cancelled') then s.status else g.status end,
      published_at = case when g.first_url is null then s.published_at else coalesce(s.published_at, now()) end,
      -- The primary channel is the first one. Until it is published, use the first that is.
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
