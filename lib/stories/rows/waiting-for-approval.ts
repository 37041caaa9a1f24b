import { sql } from 'kysely'

/**
 * SQL: no unpublished row of the story is approved, so it is not published when its time comes. For queries on
 * `stories` under the given alias. Reads the rows of each story once: with `exists`, the planner may scan the whole
 * queue for one page.
 */
export const waitsForApproval = (stories: 's' | 'stories') =>
  sql<boolean>`(${sql.ref(`${stories}.status`)} = 'scheduled' and coalesce((
    select bool_or(q.status = 'pending') and not bool_or(q.status = 'approved') from queue_items q
    where q.story_id = ${sql.ref(`${stories}.id`)} and q.project_id = ${sql.ref(`${stories}.project_id`)}), false))`
