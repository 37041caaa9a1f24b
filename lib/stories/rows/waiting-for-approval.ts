import { type SqlBool, sql } from 'kysely'
import type { Database } from '@/lib/db/pool'

/**
 * SQL: no unpublished row of the story is approved, so it is not published when its time comes. For queries on
 * `stories` under the given alias. Reads the rows of each story once: with `exists`, the planner may scan the whole
 * queue for one page.
 */
export const waitsForApproval = (stories: 's' | 'stories') =>
  sql<boolean>`(${sql.ref(`${stories}.status`)} = 'scheduled' and coalesce((
    select bool_or(q.status = 'pending') and not bool_or(q.status = 'approved') from queue_items q
    where q.story_id = ${sql.ref(`${stories}.id`)} and q.project_id = ${sql.ref(`${stories}.project_id`)}), false))`

/** The ids among these that await approval. Lists first read a page by an index that does not know queue items. */
export async function idsOfWaiting(db: Database, projectId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('queue_items')
    .select('story_id')
    .where('project_id', '=', projectId)
    .where('story_id', 'in', ids)
    .groupBy('story_id')
    .having(sql<SqlBool>`bool_or(status = 'pending') and not bool_or(status = 'approved')`)
    .execute()
  return new Set(rows.map(({ story_id }) => story_id))
}
