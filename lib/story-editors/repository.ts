import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'

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
