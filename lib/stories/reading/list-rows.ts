import { type SqlBool, sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { countedMax } from '../counted-max'
import { rejectedInReview } from '../rows/rejected-in-review'
import { waitsForApproval } from '../rows/waiting-for-approval'
import { type StoryRow, storyColumns } from '../serializer'
import type { StoryStatus } from '../status'

type StoryFilter = {
  statuses: readonly StoryStatus[] | undefined
  channels: readonly string[] | undefined
  waitsForApproval?: boolean | undefined
  isRejected?: boolean | undefined
  contentTypes?: readonly string[] | undefined
  /** Prefixes of words in title or caption. */
  words?: readonly string[] | undefined
  authorId?: string | undefined
  /** Bounds of the time of a story; `to` is excluded. */
  from?: string | undefined
  to?: string | undefined
  after: string | undefined
  limit: number
}

const matching = (db: Database, projectId: string, filter: Omit<StoryFilter, 'after' | 'limit'>) => {
  const { statuses, channels, contentTypes, words, authorId, from, to } = filter
  let query = db.selectFrom('stories').where('project_id', '=', projectId)
  if (statuses) query = query.where('status', 'in', statuses)
  if (channels) query = query.where(sql<SqlBool>`channels && ${channels}::text[]`)
  if (filter.waitsForApproval !== undefined)
    query = query.where(sql<SqlBool>`${waitsForApproval('stories')} = ${filter.waitsForApproval}`)
  if (filter.isRejected !== undefined) query = query.where(sql<SqlBool>`${rejectedInReview} = ${filter.isRejected}`)
  if (contentTypes) query = query.where('content_type', 'in', contentTypes).where('content_type', 'is not', null)
  if (words) query = query.where(sql<SqlBool>`id = any(${idsMatching(projectId, words)})`)
  if (authorId) query = query.where(createdBy(authorId))
  if (from) query = query.where(sql<SqlBool>`${storyTime} >= ${from}`)
  if (to) query = query.where(sql<SqlBool>`${storyTime} < ${to}`)
  return query
}

const filtered = (db: Database, projectId: string, filter: StoryFilter) =>
  matching(db, projectId, filter).select(storyColumns).limit(filter.limit)

/** How many stories match, on all pages, but at most `countedMax`. */
export async function countStoryRows(db: Database, projectId: string, filter: StoryFilter): Promise<number> {
  const { total } = await db
    .selectFrom(matching(db, projectId, filter).select('id').limit(countedMax).as('counted'))
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Newest first. */
export function listStoryRows(db: Database, projectId: string, filter: StoryFilter): Promise<StoryRow[]> {
  const { after } = filter
  let query = filtered(db, projectId, filter)
  if (after) query = query.where('id', '<', after)
  // Matches the per-project indexes of migration lists_by_project; sorting by primary key could not use them.
  return query.orderBy('id', (order) => order.desc().nullsLast()).execute()
}

export type TimedStoryRow = StoryRow & {
  /** Microseconds since 1970, which a `Date` cannot hold. */
  time_us: string
}

/** By the time that lists show, the latest first. Uses the index of migration stories_by_shown_time. */
export function listStoryRowsByTime(db: Database, projectId: string, filter: StoryFilter): Promise<TimedStoryRow[]> {
  const [us, id] = filter.after?.split(':') ?? []
  let query = filtered(db, projectId, filter).select(
    sql<string>`(extract(epoch from ${storyTime}) * 1000000)::bigint::text`.as('time_us'),
  )
  if (us && id) {
    const after = sql`(timestamptz 'epoch' + ${us}::bigint * interval '1 microsecond')`
    // The first comparison uses the index; the second is exact.
    query = query
      .where(sql<SqlBool>`${storyTime} <= ${after}`)
      .where(sql<SqlBool>`(${storyTime}, id) < (${after}, ${id}::uuid)`)
  }
  return query
    .orderBy(storyTime, (order) => order.desc())
    .orderBy('id', (order) => order.desc())
    .execute()
}

/** The time that lists show: when it was or will be published, or the last change. */
const storyTime = sql<Date>`case when status = 'scheduled' and scheduled_at is not null then scheduled_at
  when published_at is not null then published_at
  when status = 'draft' then updated_at else coalesce(scheduled_at, updated_at) end`

/** Created in the dashboard, or with a token of the user. */
const createdBy = (userId: string) => sql<SqlBool>`exists (
  select 1 from timeline_entries t where t.story_id = stories.id and t.kind = 'created'
    and (t.actor = ${`user:${userId}`} or t.actor = any(array(
      select 'token:' || k.id from api_tokens k where k.user_id = ${userId}))))`

/** Uses the full-text index. In list order, a rare word would be searched for in every story. */
const idsMatching = (projectId: string, words: readonly string[]) => sql`array(
  select id from stories
  where to_tsvector('simple', coalesce(title, '') || ' ' || caption)
    @@ to_tsquery('simple', ${words.map((word) => `${word}:*`).join(' & ')})
    and project_id = ${projectId})`
