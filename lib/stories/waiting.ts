import { type SqlBool, sql } from 'kysely'
import type { Database } from '@/lib/db/pool'

/**
 * Of what is still to go out of a story, nothing is approved: its time may come and go, and it stays. For a query that
 * reads from `stories`, under the name given. One look at the rows of each story: written with `exists`, the planner may
 * read the whole queue for a page of stories.
 */
export const waitsForApproval = (stories: 's' | 'stories') =>
  sql<boolean>`(${sql.ref(`${stories}.status`)} = 'scheduled' and coalesce((
    select bool_or(q.status = 'pending') and not bool_or(q.status = 'approved') from queue_items q
    where q.story_id = ${sql.ref(`${stories}.id`)} and q.project_id = ${sql.ref(`${stories}.project_id`)}), false))`

/** Of these scheduled stories, those that wait. A page of a list is read first, by an index that knows no queue items. */
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
