import { sql, type Transaction } from 'kysely'
import { isAtLeast, roles } from '@/lib/auth/roles'
import type { DB } from '@/lib/db/types.generated'

/** The author of a story, also one who used a token, and the members who commented on it. */
export async function peopleOfStory(tx: Transaction<DB>, projectId: string, storyId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select m.user_id from project_members m
    where m.project_id = ${projectId} and (
      m.user_id in (select c.user_id from story_comments c
        where c.story_id = ${storyId} and c.project_id = ${projectId} and c.user_id is not null)
      or exists (select from timeline_entries e
        where e.story_id = ${storyId} and e.project_id = ${projectId} and e.kind = 'created'
          and (e.actor = 'user:' || m.user_id
            or exists (select from api_tokens t where t.user_id = m.user_id and e.actor = 'token:' || t.id))))
    order by m.user_id`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

const approvers = roles.filter((role) => isAtLeast(role, 'admin'))

/** The members who may approve posts. */
export async function approversOf(tx: Transaction<DB>, projectId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('project_members')
    .select('user_id')
    .where('project_id', '=', projectId)
    .where('role', 'in', approvers)
    .orderBy('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}
