import { sql, type Transaction } from 'kysely'
import type { ChannelId } from '@/lib/channel-ids'
import { systemClock } from '@/lib/clock'
import type { DB } from '@/lib/db/types.generated'
import { appendEvents, type NewEvent } from '@/lib/events/append'
import type { QueueStatus } from '@/lib/queue-items/status'
import { type StoryRow, serializeStory, storyColumns } from '@/lib/stories/serializer'

/** A story published later than this after its time counts as late. */
const lateAfterSeconds = 900

/** One queue row of a story. `is_unannounced`: its post is public and has no `story.published` event yet. */
export type RowState = {
  story_id: string
  channel: ChannelId
  status: QueueStatus
  is_unannounced: boolean
  late_by: number
}

/**
 * `story.published` events for channels not announced yet, sent once nothing else of the story is due soon. Rows of
 * other days and rows in review do not delay it. Each channel is announced once; later channels cause another event.
 *
 * @param rows from `rowStatesOf`, in the same transaction
 */
export function publishedEvents(stories: Iterable<StoryRow>, rows: readonly RowState[]): NewEvent[] {
  const unannounced = rows.filter(({ is_unannounced }) => is_unannounced)
  return [...stories].flatMap((story) =>
    eventsOf(
      story,
      unannounced.filter(({ story_id }) => story_id === story.id),
    ),
  )
}

/** For changes that remove the last due row without posting it, such as cancel and reschedule. */
export async function announcePublished(tx: Transaction<DB>, storyIds: readonly string[]): Promise<void> {
  const isPartlyPublished = sql<boolean>`published_channels <> '{}'`
  if (storyIds.length === 0) return
  const stories = await tx
    .selectFrom('stories')
    .select(storyColumns)
    .where('id', 'in', storyIds)
    .where(isPartlyPublished)
    .execute()
  const rows = await rowStatesOf(tx, storyIds)
  await appendEvents(tx, publishedEvents(stories, rows))
}

function eventsOf(story: StoryRow, unannounced: readonly RowState[]): NewEvent[] {
  if (unannounced.length === 0) return []
  const channels = unannounced.map(({ channel }) => channel)
  const data = { story: serializeStory(story, systemClock()), channels }
  const common = { projectId: story.project_id, storyId: story.id }
  const published: NewEvent = { ...common, event: 'story.published', data }
  const lateness = Math.max(...unannounced.map(({ late_by }) => late_by))
  if (lateness <= lateAfterSeconds) return [published]
  const late = { ...data, late_by_seconds: Math.round(lateness) }
  return [published, { ...common, event: 'story.published_late', data: late }]
}

/**
 * The rows of stories in the order of publishing. Checks the timeline too, because events are deleted after 90 days.
 *
 * Each table is read once, story by story (`offset 0`), and due rows are found among those already read. Otherwise the
 * planner, whose estimates are wrong in a burst, reads the rows of all projects and compiles the plan each time.
 */
export async function rowStatesOf(tx: Transaction<DB>, storyIds: readonly string[]): Promise<RowState[]> {
  const { rows } = await sql<RowState>`
    with given as (
      select id from unnest(${[...new Set(storyIds)]}::uuid[]) as g (id)
    ), announced as materialized (
      -- Channels are null if the event was deleted. Not a join: for that the planner sometimes reads all events.
      select t.story_id, t.created_at,
        (select coalesce(e.data #> '{story,published_channels}', '[]') from events e
          where e.id = (t.detail ->> 'event_id')::uuid) as channels
      from given cross join lateral (
        select * from timeline_entries where story_id = given.id and kind = 'event' offset 0) t
      where t.detail ->> 'event' = 'story.published'
    )
    select q.story_id, q.channel, q.status,
      coalesce(extract(epoch from q.published_at - q.scheduled_at), 0)::float8 as late_by,
      q.status = 'posted'
        and not bool_or(q.status = 'approved' and q.scheduled_at <= now()) over (partition by q.story_id)
        and not exists (
          select from announced a
          where a.story_id = q.story_id and coalesce(a.channels ? q.channel, a.created_at >= q.published_at)
        ) as is_unannounced
    from given cross join lateral (select * from queue_items where story_id = given.id offset 0) q
    order by q.published_at, q.id`.execute(tx)
  return rows
}
