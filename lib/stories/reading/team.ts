import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { storage } from '@/lib/storage/storage'
import type { StoryEditor } from '../resource-contract'

/** All comments of a story, of the team and of clients. */
export async function countComments(db: Database, projectId: string, storyId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from story_comments
    where story_id = ${storyId} and project_id = ${projectId}`.execute(db)
  return rows[0]?.count ?? 0
}

type EditorRow = { user_id: string; name: string; photo_path: string | null }

/** Members who are editing the story, except the reader. */
export async function listEditors(
  db: Database,
  { projectId, storyId, userId }: { projectId: string; storyId: string; userId: string },
): Promise<StoryEditor[]> {
  const { rows } = await sql<EditorRow>`
    select u.id as user_id, u.name, u.photo_path
    from story_editors e join users u on u.id = e.user_id
    join project_members m on m.project_id = e.project_id and m.user_id = e.user_id
    where e.story_id = ${storyId} and e.project_id = ${projectId} and e.user_id <> ${userId} and e.expires_at > now()
    order by u.name, u.id limit 20`.execute(db)
  return rows.map(({ user_id, name, photo_path }) => ({
    user_id,
    name,
    photo_url: photo_path === null ? null : storage().publicUrl(photo_path),
  }))
}
