import { sql } from 'kysely'
import type { TimedPost } from './parts'

/** A queue row, from JSON. `is_apart` is a row with another time than its story, null for a story without a time. */
export type TimedPostRow = TimedPost & { is_apart: boolean | null }

/** SQL: the queue rows with a time of a story `s`, as JSON. */
export const storyPosts = sql`(
  select coalesce(jsonb_agg(
      jsonb_build_object('queue_item_id', q.id, 'channel', q.channel, 'status', q.status,
        'scheduled_at', q.scheduled_at, 'is_apart', q.scheduled_at <> s.scheduled_at)
      order by q.scheduled_at, q.id), '[]')
  from queue_items q
  where q.story_id = s.id and q.project_id = s.project_id and q.scheduled_at is not null)`

export const serializePost = ({ queue_item_id, channel, status, scheduled_at }: TimedPostRow): TimedPost => ({
  queue_item_id,
  channel,
  status,
  // Postgres formats timestamps in JSON differently.
  scheduled_at: new Date(scheduled_at).toISOString(),
})
