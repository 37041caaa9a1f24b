import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'

export type EditorRow = { user_id: string; name: string; photo_path: string | null }

/** Longer than two heartbeats of the composer, so that one lost request does not matter. */
const editingSeconds = 40

/** Renews a member's presence, and deletes the expired ones of the story. */
export async function putEditor(
  db: Database,
  { projectId, storyId, userId }: { projectId: string; storyId: string; userId: string },
): Promise<void> {
  await sql`
    with gone as (delete from story_editors where story_id = ${storyId} and expires_at < now() and user_id <> ${userId})
    insert into story_editors as e (story_id, user_id, project_id, expires_at)
    values (${storyId}, ${userId}, ${projectId}, now() + make_interval(secs => ${editingSeconds}))
    on conflict (story_id, user_id) do update set expires_at = excluded.expires_at`.execute(db)
}

export async function deleteEditor(db: Database, storyId: string, userId: string): Promise<void> {
  await db.deleteFrom('story_editors').where('story_id', '=', storyId).where('user_id', '=', userId).execute()
}

/** Members who are editing the story, except the reader. */
export async function listEditors(
  db: Database,
  { projectId, storyId, userId }: { projectId: string; storyId: string; userId: string },
): Promise<EditorRow[]> {
  const { rows } = await sql<EditorRow>`
    select u.id as user_id, u.name, u.photo_path
    from story_editors e join users u on u.id = e.user_id
    join project_members m on m.project_id = e.project_id and m.user_id = e.user_id
    where e.story_id = ${storyId} and e.project_id = ${projectId} and e.user_id <> ${userId} and e.expires_at > now()
    order by u.name, u.id limit 20`.execute(db)
  return rows
}
