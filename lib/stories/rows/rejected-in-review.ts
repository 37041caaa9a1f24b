import { type SqlBool, sql } from 'kysely'

/** SQL: `isRejectedInReview`, for queries on `stories`. */
export const rejectedInReview = sql<SqlBool>`(stories.status = 'cancelled' and coalesce((
  select bool_and(q.status = 'rejected' and q.skip_category is not distinct from 'review') from queue_items q
  where q.story_id = stories.id and q.project_id = stories.project_id), false))`
