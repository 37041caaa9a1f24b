import { type SqlBool, sql } from 'kysely'
import { accessOwned, accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { cutPage, decodeCursor } from '@/lib/api/pagination'
import type { Database } from '@/lib/db/pool'
import { notFound } from '@/lib/errors'
import { waitsForApproval } from '@/lib/stories/rows/waiting-for-approval'
import type { StoryStatus } from '@/lib/stories/status'
import type { AssetStory, listAssetStories, listAssetTags } from './contract'
import { findAsset } from './repository'
import { fileUrlOf } from './serializer'

/** Must match the expression of the index `stories_media`, or it is not used. */
const usesFile = (url: string) => sql<SqlBool>`
  jsonb_path_query_array(slides || channel_overrides, '$.** ? (@ starts with "http")')
    @> jsonb_build_array(${url}::text)`

/** Max stories in an error. */
const listedMax = 100

/** Stories with one of these statuses that use the URL in their slides or overrides, oldest first. */
export async function findStoriesUsing(
  db: Database,
  projectId: string,
  url: string,
  statuses: readonly StoryStatus[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('stories')
    .select('id')
    .where('project_id', '=', projectId)
    .where('status', 'in', statuses)
    .where(usesFile(url))
    .orderBy('id')
    .limit(listedMax)
    .execute()
  return rows.map(({ id }) => id)
}

type StoryRow = {
  id: string
  title: string | null
  caption: string
  status: string
  scheduled_at: Date | null
  published_at: Date | null
  waits_for_approval: boolean
}

const captionMax = 200

export async function listStoryRows(
  db: Database,
  projectId: string,
  url: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<StoryRow[]> {
  let query = db
    .selectFrom('stories')
    .select(['id', 'title', 'status', 'scheduled_at', 'published_at'])
    .select(sql<string>`left(caption, ${captionMax}::int)`.as('caption'))
    .select(waitsForApproval('stories').as('waits_for_approval'))
    .where('project_id', '=', projectId)
    .where(usesFile(url))
  if (after) query = query.where('id', '<', after)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

const serializeStory = ({ scheduled_at, published_at, status, ...row }: StoryRow): AssetStory => ({
  ...row,
  status: status as StoryStatus,
  scheduled_at: scheduled_at?.toISOString() ?? null,
  published_at: published_at?.toISOString() ?? null,
})

export async function listStories(
  context: Context,
  { id, limit, cursor }: InputOf<typeof listAssetStories>,
): Promise<AnswerOf<typeof listAssetStories>> {
  const { projectId } = await accessOwned(context, 'assets', id, 'media:read')
  const asset = await findAsset(context.db, projectId, id)
  if (!asset) throw notFound('asset')
  const place = { after: decodeCursor(cursor), limit: limit + 1 }
  const rows = await listStoryRows(context.db, projectId, fileUrlOf(asset), place)
  const { page, next_cursor } = cutPage('stories', rows, limit)
  return { stories: page.map(serializeStory), next_cursor }
}

/** Only the newest files are counted: counting all would read the whole library each time. */
const countedMax = 2_000
const tagsMax = 200

export async function listTags(
  context: Context,
  { project_id }: InputOf<typeof listAssetTags>,
): Promise<AnswerOf<typeof listAssetTags>> {
  const { projectId } = await accessProject(context, project_id, 'media:read')
  const { rows } = await sql<{ tag: string | null; category: string | null; count: number }>`
    with newest as (
      select tags, category from assets where project_id = ${projectId}
      order by id desc nulls last limit ${countedMax}::int
    ), tagged as (
      select t as tag, null as category, count(*)::int as count from newest, unnest(tags) t
      group by t order by count desc, t limit ${tagsMax}::int
    ), filed as (
      select null as tag, category, count(*)::int as count from newest where category is not null
      group by category order by count desc, category limit ${tagsMax}::int
    )
    select * from tagged union all select * from filed
    order by count desc, tag, category`.execute(context.db)
  return {
    tags: rows.flatMap(({ tag, count }) => (tag === null ? [] : { tag, count })),
    categories: rows.flatMap(({ category, count }) => (category === null ? [] : { category, count })),
  }
}
