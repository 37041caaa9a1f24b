import { type Selectable, sql } from 'kysely'
import type { TimedPost } from '@/lib/calendar/parts'
import { serializePost, storyPosts, type TimedPostRow } from '@/lib/calendar/timed-posts'
import type { ChannelId } from '@/lib/channel-ids'
import type { Database } from '@/lib/db/pool'
import type { CalendarFeeds } from '@/lib/db/types.generated'
import { waitsForApproval } from '@/lib/stories/rows/waiting-for-approval'
import type { StoryStatus } from '@/lib/stories/status'

const columns = ['project_id', 'user_id', 'last_read_at', 'created_at'] as const
export type FeedRow = Pick<Selectable<CalendarFeeds>, (typeof columns)[number]>

export async function findFeed(db: Database, projectId: string, userId: string): Promise<FeedRow | undefined> {
  return db
    .selectFrom('calendar_feeds')
    .select(columns)
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Replaces the member's feed in this project. */
export async function putFeed(db: Database, projectId: string, userId: string, token_hash: Buffer): Promise<FeedRow> {
  return db
    .insertInto('calendar_feeds')
    .values({ project_id: projectId, user_id: userId, token_hash })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'user_id'])
        .doUpdateSet({ token_hash, created_at: sql<Date>`now()`, last_read_at: null }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export async function deleteFeed(db: Database, projectId: string, userId: string): Promise<void> {
  await db.deleteFrom('calendar_feeds').where('project_id', '=', projectId).where('user_id', '=', userId).execute()
}

export type OpenedFeed = { project_id: string; project_name: string }

/** Notes the time. Undefined if the token is unknown, the project is deleted or its owner is no longer a member. */
export async function openFeed(db: Database, tokenHash: Buffer): Promise<OpenedFeed | undefined> {
  const { rows } = await sql<OpenedFeed>`
    update calendar_feeds f set last_read_at = now()
    from projects p, project_members m
    where f.token_hash = ${tokenHash} and p.id = f.project_id and p.deleted_at is null
      and m.project_id = f.project_id and m.user_id = f.user_id
    returning f.project_id, p.name as project_name`.execute(db)
  return rows[0]
}

export type FeedStory = {
  id: string
  title: string
  caption: string
  channels: ChannelId[]
  status: StoryStatus
  at: Date
  updated_at: Date
  waits_for_approval: boolean
  /** Each channel with a time. */
  posts: TimedPost[]
}

const [pastDays, futureDays, storiesMax] = [30, 366, 2_000]

/**
 * The stories with a time, without cancelled and archived ones. Includes older stories with a channel that is still
 * to be published.
 */
export async function listFeedStories(db: Database, projectId: string): Promise<FeedStory[]> {
  const at = sql`coalesce(s.scheduled_at, s.published_at)`
  const since = sql`now() - make_interval(days => ${pastDays})`
  const { rows } = await sql<Omit<FeedStory, 'posts'> & { posts: TimedPostRow[] }>`
    with recent as (
      select s.id from stories s
      where s.project_id = ${projectId} and s.status not in ('archived', 'cancelled') and s.origin = 'storycast'
        and ${at} >= ${since} and ${at} < now() + make_interval(days => ${futureDays})
      order by ${at}, s.id
      limit ${storiesMax}
    )
    select s.id, btrim(s.title) as title, s.caption, s.channels, s.status, ${at} as at, s.updated_at,
      ${waitsForApproval('s')} as waits_for_approval, ${storyPosts} as posts
    from stories s
    where s.project_id = ${projectId} and (s.id in (select id from recent)
      or s.id in (select id from stories s where s.project_id = ${projectId} and s.status = 'scheduled' and ${at} < ${since}))
    order by ${at}, s.id`.execute(db)
  return rows.map(({ posts, ...row }) => ({ ...row, posts: posts.map(serializePost) }))
}
