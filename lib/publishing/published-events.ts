import { sql, type Transaction } from 'kysely'
import { systemClock } from '@/lib/clock'
import type { DB } from '@/lib/db/types.generated'
import { appendEvents, type NewEvent } from '@/lib/events/append'
import { type StoryRow, serializeStory, storyColumns } from '@/lib/stories/serializer'
import { lateAfterSeconds } from './delays'

type News = { story_id: string; channel: string; late_by: number }

/**
 * What is out of these stories and was not announced yet, announced as soon as nothing else of its story is due: rows
 * of another day, and rows that wait for a reviewer, keep no news back. Each channel is announced once; what comes out
 * later brings another event with the story as it is then.
 */
export async function publishedEvents(tx: Transaction<DB>, stories: Iterable<StoryRow>): Promise<NewEvent[]> {
  const byId = new Map([...stories].map((story) => [story.id, story]))
  if (byId.size === 0) return []
  const news = await newsOf(tx, [...byId.keys()])
  return [...byId.values()].flatMap((story) =>
    eventsOf(
      story,
      news.filter(({ story_id }) => story_id === story.id),
    ),
  )
}

/** For what takes away the last row that was due without being a post or a failure: a cancel, another time. */
export async function announcePublished(tx: Transaction<DB>, storyIds: readonly string[]): Promise<void> {
  const someOut = sql<boolean>`published_channels <> '{}'`
  if (storyIds.length === 0) return
  const stories = await tx
    .selectFrom('stories')
    .select(storyColumns)
    .where('id', 'in', storyIds)
    .where(someOut)
    .execute()
  await appendEvents(tx, await publishedEvents(tx, stories))
}

function eventsOf(story: StoryRow, news: readonly News[]): NewEvent[] {
  if (news.length === 0) return []
  const data = { story: serializeStory(story, systemClock()), channels: news.map(({ channel }) => channel) }
  const common = { projectId: story.project_id, storyId: story.id }
  const published: NewEvent = { ...common, event: 'story.published', data }
  const lateness = Math.max(...news.map(({ late_by }) => late_by))
  if (lateness <= lateAfterSeconds) return [published]
  const late = { ...data, late_by_seconds: Math.round(lateness) }
  return [published, { ...common, event: 'story.published_late', data: late }]
}

/** Events are forgotten after 90 days, and the timeline is not: a channel that was out before its entry had been announced. */
async function newsOf(tx: Transaction<DB>, storyIds: string[]): Promise<News[]> {
  const { rows } = await sql<News>`
    select q.story_id, q.channel,
      coalesce(extract(epoch from q.published_at - q.scheduled_at), 0)::float8 as late_by
    from queue_items q
    where q.story_id = any (${storyIds}::uuid[]) and q.status = 'posted'
      and not exists (
        select from queue_items w
        where w.story_id = q.story_id and w.status = 'approved' and w.scheduled_at <= now())
      and not exists (
        select from timeline_entries t left join events e on e.id = (t.detail ->> 'event_id')::uuid
        where t.story_id = q.story_id and t.kind = 'event' and t.detail ->> 'event' = 'story.published'
          and case when e.id is null then t.created_at >= q.published_at
            else e.data #> '{story,published_channels}' ? q.channel end)
    order by q.published_at, q.id`.execute(tx)
  return rows
}
