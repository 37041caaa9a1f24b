import { sql } from 'kysely'
import type { ChannelId } from '@/lib/channel-ids'
import type { Database } from '@/lib/db/pool'
import type { PostType } from '@/lib/story-content'
import type { MeasuredPost } from './outcomes'

/** A measured post with what it may be compared by. Times are in the project’s zone. */
export type ComparedPost = MeasuredPost & {
  storyId: string
  channel: ChannelId
  postType: PostType
  captionLength: number
  /** 1 is Monday. */
  weekday: number
  hour: number
  week: string
  ageDays: number
}

/** Twice the window of recommendations: earlier posts show what was usual at the time. */
const lookedAtDays = 180
/** Keeps large projects fast. The newest posts count. */
const postsMax = 3_000
export const comparedDays = 90

type Options = { timezone: string; now: Date }

/**
 * Posts with their reading of 24 hours, so that all are of one age, oldest first. Pinned posts are left out: they are
 * seen for longer.
 */
export async function findMeasuredPosts(
  db: Database,
  projectId: string,
  { timezone, now }: Options,
): Promise<ComparedPost[]> {
  const since = new Date(now.getTime() - lookedAtDays * 86_400_000)
  const { rows } = await sql<ComparedPost>`
    select m.queue_item_id as id, m.story_id as "storyId", m.channel, m.published_at as "publishedAt",
      r.reach, r.engagement, coalesce(s.channel_overrides -> m.channel ->> 'post_type', s.post_type) as "postType",
      char_length(coalesce(s.channel_overrides -> m.channel ->> 'caption', s.caption)) as "captionLength",
      extract(isodow from m.published_at at time zone ${timezone})::int as weekday,
      extract(hour from m.published_at at time zone ${timezone})::int as hour,
      to_char(m.published_at at time zone ${timezone}, 'IYYY-IW') as week,
      extract(epoch from ${now}::timestamptz - m.published_at)::float8 / 86400 as "ageDays"
    from post_metrics m
    join stories s on s.id = m.story_id
    cross join lateral (
      select reach, coalesce(likes, 0) + coalesce(comments, 0) + coalesce(shares, 0) + coalesce(saves, 0)
        + coalesce(clicks, 0) as engagement
      from metric_readings
      where queue_item_id = m.queue_item_id and kind = '24h'
        and num_nonnulls(likes, comments, shares, saves, clicks) > 0
      order by taken_at limit 1
    ) r
    where m.project_id = ${projectId} and m.published_at >= ${since} and not s.pin_to_grid
    order by m.published_at desc, m.queue_item_id desc
    limit ${postsMax}`.execute(db)
  return rows.reverse()
}
