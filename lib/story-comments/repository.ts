import { type Selectable, sql, type Transaction } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { DB, StoryComments } from '@/lib/db/types.generated'

export type Mentioned = { user_id: string; name: string }
export type CommentRow = Pick<
  Selectable<StoryComments>,
  | 'id'
  | 'story_id'
  | 'project_id'
  | 'audience'
  | 'user_id'
  | 'reviewer_name'
  | 'body'
  | 'edited_at'
  | 'resolved_at'
  | 'created_at'
> & {
  author_name: string | null
  resolver_name: string | null
  photo_path: string | null
  /** Members and former members by their current name. */
  mentioned: Mentioned[]
}

const selection = sql`
  c.id, c.story_id, c.project_id, c.audience, c.user_id, c.reviewer_name, c.body, c.edited_at, c.resolved_at,
  c.created_at, u.name as author_name, u.photo_path,
  (select name from users where id = c.resolved_by) as resolver_name,
  coalesce((select jsonb_agg(jsonb_build_object('user_id', m.id, 'name', m.name))
    from users m where m.id = any(c.mentions)), '[]') as mentioned`

type Page = { limit: number; after?: string | undefined; audience?: 'client' }

/** Newest first. */
export async function listCommentRows(
  db: Database,
  projectId: string,
  storyId: string,
  { limit, after, audience }: Page,
): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select ${selection} from story_comments c left join users u on u.id = c.user_id
    where c.story_id = ${storyId} and c.project_id = ${projectId}
      ${after === undefined ? sql`` : sql`and c.id < ${after}::uuid`}
      ${audience === undefined ? sql`` : sql`and c.audience = ${audience}`}
    order by c.id desc limit ${limit}`.execute(db)
  return rows
}

export async function findCommentRow(db: Database, projectId: string, id: string): Promise<CommentRow | undefined> {
  const { rows } = await sql<CommentRow>`
    select ${selection} from story_comments c left join users u on u.id = c.user_id
    where c.id = ${id} and c.project_id = ${projectId}`.execute(db)
  return rows[0]
}

export type NewComment = {
  id: string
  project_id: string
  story_id: string
  audience: 'team' | 'client'
  user_id: string | null
  review_link_id?: string
  reviewer_name?: string
  body: string
  mentions: string[]
}

export async function insertComment(tx: Transaction<DB>, comment: NewComment): Promise<void> {
  await tx.insertInto('story_comments').values(comment).execute()
}

export async function updateComment(
  tx: Transaction<DB>,
  projectId: string,
  id: string,
  change: { body: string; mentions: string[] },
): Promise<void> {
  await tx
    .updateTable('story_comments')
    .set({ ...change, edited_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .execute()
}

/** Nothing changes if the comment is resolved already, or open already. */
export async function resolveComment(
  tx: Transaction<DB>,
  projectId: string,
  id: string,
  { isResolved, userId }: { isResolved: boolean; userId: string },
): Promise<void> {
  await tx
    .updateTable('story_comments')
    .set(isResolved ? { resolved_at: sql<Date>`now()`, resolved_by: userId } : { resolved_at: null, resolved_by: null })
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .where('resolved_at', isResolved ? 'is' : 'is not', null)
    .execute()
}

export async function deleteCommentRow(tx: Transaction<DB>, projectId: string, id: string): Promise<void> {
  await tx.deleteFrom('story_comments').where('id', '=', id).where('project_id', '=', projectId).execute()
}

/** The ids among these that are members of the project. */
export async function membersAmong(db: Database, projectId: string, ids: readonly string[]): Promise<Mentioned[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('project_members')
    .innerJoin('users', 'users.id', 'project_members.user_id')
    .select(['users.id as user_id', 'users.name'])
    .where('project_id', '=', projectId)
    .where('user_id', 'in', ids)
    .execute()
}
