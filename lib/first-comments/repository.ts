import type { Selectable } from 'kysely'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { FirstComments } from '@/lib/db/types.generated'
import type { FirstComment } from './schema'

export type FirstCommentRow = Selectable<FirstComments>

/** Columns of `given` that `planComments` reads. `first_comment` is null for posts without one. */
export type PlannedComment = { first_comment: string | null; comment_on: string; account_id: string }

/** SQL: definitions of the columns of `PlannedComment`. */
export const plannedColumns = sql`first_comment text, comment_on text, account_id text`

/**
 * CTE that plans the first comments of posted rows, in the statement that settles the posts. Empty if there are none.
 *
 * @param given CTE with the columns of `PlannedComment`, `id` and `url`
 * @param posted CTE of the posted rows
 */
export function planComments(comments: readonly PlannedComment[], given: string, posted: string): RawBuilder<unknown> {
  if (comments.every(({ first_comment }) => first_comment === null)) return sql``
  return sql`, commented as (
    insert into first_comments
      (queue_item_id, story_id, project_id, channel, account_id, parent_id, post_url, body, next_attempt_at)
    select p.id, p.story_id, p.project_id, p.channel, g.account_id, g.comment_on, g.url, g.first_comment, now()
    from ${sql.table(given)} g join ${sql.table(posted)} p on p.id = g.id
    where g.first_comment is not null
    on conflict do nothing
  )`
}

/** The first comments of a story by queue item. */
export async function findFirstComments(db: Database, storyId: string): Promise<Map<string, FirstComment>> {
  const rows = await db.selectFrom('first_comments').selectAll().where('story_id', '=', storyId).execute()
  return new Map(rows.map((row) => [row.queue_item_id, serializeFirstComment(row)]))
}

export const serializeFirstComment = (row: FirstCommentRow): FirstComment => ({
  status: row.status,
  text: row.body,
  external_id: row.external_id,
  url: row.url,
  error_code: row.error_code,
  error: row.error,
  posted_at: row.posted_at?.toISOString() ?? null,
})
