import { type RawBuilder, sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { addSums, type Metric, metricOfRate, type Rate, type Sums } from '@/lib/metrics/rates'
import { postRateColumn, rateColumn, sumColumn, sumColumns } from '@/lib/metrics/sums'
import { settledColumn } from '@/lib/metrics/totals'
import type { AppliedFilter } from '@/lib/saved-searches/filter'
import { type StoryRow, storyColumns } from '@/lib/stories/serializer'

/** `to` is exclusive; null: no end. */
export type PublishedRange = { from: Date; to: Date | null }

export type MatchedStory = { story: StoryRow; sums: Sums }

/** Thresholds and what they apply to. */
const thresholds = {
  min_save_rate: 'save_rate',
  min_share_rate: 'share_rate',
  min_click_rate: 'click_rate',
  min_engagement_rate: 'engagement_rate',
  min_impressions: 'impressions',
  min_saves: 'saves',
  min_shares: 'shares',
  min_link_clicks: 'clicks',
} as const satisfies Partial<Record<keyof AppliedFilter, Rate | Metric>>

type Measure = Rate | Metric

/**
 * Ids of the first matching stories in order, and how many match. Reads the results that are stored with the stories,
 * or those of the posts on the given channels.
 */
export async function matchStories(
  db: Database,
  projectId: string,
  range: PublishedRange,
  filter: AppliedFilter,
): Promise<{ ids: string[]; count: number }> {
  const { channels, content_types, has_destination_url, sort_by } = filter
  const set = (Object.keys(thresholds) as (keyof typeof thresholds)[]).filter((name) => filter[name] !== null)
  const needed = [...set.map((name) => thresholds[name]), ...(sort_by === 'published_at' ? [] : [sort_by])]
  const measureOf = (name: Measure) => (channels ? sql.ref(`m.${name}`) : sql.ref(`s.${settledColumn(name)}`))
  const conditions = set.map((name) => sql`and ${measureOf(thresholds[name])} >= ${filter[name]}::float8`)
  const key = sort_by === 'published_at' ? sql.ref('s.published_at') : measureOf(sort_by)
  const matching = sql`
    from stories s ${channels ? joinPosts(projectId, range, channels, [...new Set(needed)]) : sql``}
    where s.project_id = ${projectId} and ${within('s.published_at', range)} and s.status = any(${filter.statuses}::text[])
      ${content_types ? sql`and s.content_type = any(${content_types}::text[])` : sql``}
      ${has_destination_url === null ? sql`` : sql`and (s.destination_url is not null) = ${has_destination_url}`}
      ${sql.join(conditions, sql` `)}`
  // Counted apart, because a window function would have to sort all stories.
  const { rows } = await sql<{ ids: string[]; count: number }>`
    select (select count(*) ${matching}) as count, array(
      select s.id ${matching}
      order by ${key} ${filter.sort_order === 'desc' ? sql`desc` : sql`asc`} nulls last, s.id desc
      limit ${filter.limit}
    ) as ids`.execute(db)
  return rows[0] ?? { ids: [], count: 0 }
}

const isRate = (name: Measure): name is Rate => name in metricOfRate
const ofPost = (name: Measure) => (isRate(name) ? postRateColumn(name) : sql.ref(name))
const ofPosts = (name: Measure) => (isRate(name) ? rateColumn(name, isSettled) : sumColumn(name, isSettled))
const isSettled = sql`settled_at is not null`

const within = (column: string, { from, to }: PublishedRange) =>
  sql`${sql.ref(column)} >= ${from} ${to ? sql`and ${sql.ref(column)} < ${to}` : sql``}`

/** Joins the results of a story's posts on some channels. Posts without a reading after 24 hours have none. */
function joinPosts(projectId: string, range: PublishedRange, channels: readonly string[], needed: readonly Measure[]) {
  const named = (columnOf: (name: Measure) => RawBuilder<unknown>) =>
    sql.join([sql`story_id`, ...needed.map((name) => sql`${columnOf(name)} as ${sql.ref(name)}`)])
  const posts = sql`
    from post_metrics
    where project_id = ${projectId} and ${within('published_at', range)} and channel = any(${[...channels]}::text[])`
  // A story has at most one post per channel, and grouping takes most of the time.
  const results =
    channels.length === 1
      ? sql`select ${named((name) => sql`case when settled_at is not null then ${ofPost(name)} end`)} ${posts}`
      : sql`select ${named(ofPosts)} ${posts} group by story_id`
  return sql`join (${results}) m on m.story_id = s.id`
}

/** All sums of these stories, in the given order. */
export async function findMatched(
  db: Database,
  projectId: string,
  { ids, filter }: { ids: readonly string[]; filter: AppliedFilter },
): Promise<MatchedStory[]> {
  if (ids.length === 0) return []
  const stories = await db
    .selectFrom('stories')
    .select(storyColumns)
    .where('id', 'in', ids)
    .where('project_id', '=', projectId)
    .execute()
  const { rows } = await sql<Sums & { story_id: string }>`
    select story_id, ${sumColumns} from post_metrics
    where story_id = any(${[...ids]}::uuid[]) and project_id = ${projectId} and ${isSettled}
      ${filter.channels ? sql`and channel = any(${filter.channels}::text[])` : sql``}
    group by story_id`.execute(db)
  const sums = new Map(rows.map(({ story_id, ...row }) => [story_id, row]))
  const found = new Map(stories.map((story) => [story.id, story]))
  return ids.flatMap((id) => {
    const story = found.get(id)
    return story ? [{ story, sums: sums.get(id) ?? addSums([]) }] : []
  })
}
