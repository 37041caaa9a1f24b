import { type Insertable, type Selectable, sql, type Transaction } from 'kysely'
import { perDatabase } from '@/lib/db/coalesce'
import type { Database } from '@/lib/db/pool'
import type { DB, Projects } from '@/lib/db/types.generated'

export type ProjectRow = Selectable<Projects>

/** Concurrent requests share one query. */
export const findProject = perDatabase(async (db, ids: string[]): Promise<(ProjectRow | undefined)[]> => {
  const rows = await db
    .selectFrom('projects')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .where('deleted_at', 'is', null)
    .execute()
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => found.get(id))
})

/**
 * Locks the project until the transaction ends. Requests that check a limit, a name or a whole list of the project take
 * it first, so that each sees what the other wrote. Rows that refer to the project can still be written.
 *
 * @returns undefined when the project was deleted
 */
export async function lockProject(tx: Transaction<DB>, projectId: string): Promise<ProjectRow | undefined> {
  return tx
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', projectId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Projects of a user, newest first. */
export async function listProjectsOf(
  db: Database,
  userId: string,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<ProjectRow[]> {
  return db
    .selectFrom('projects')
    .innerJoin('project_members', 'project_members.project_id', 'projects.id')
    .selectAll('projects')
    .where('project_members.user_id', '=', userId)
    .where('projects.deleted_at', 'is', null)
    .$if(after !== undefined, (query) => query.where('projects.id', '<', after ?? ''))
    .orderBy('projects.id', 'desc')
    .limit(limit)
    .execute()
}

export async function insertProject(
  tx: Transaction<DB>,
  project: Insertable<Projects>,
  ownerId: string,
): Promise<ProjectRow> {
  const row = await tx.insertInto('projects').values(project).returningAll().executeTakeFirstOrThrow()
  await tx.insertInto('project_members').values({ project_id: row.id, user_id: ownerId, role: 'owner' }).execute()
  return row
}

export type ProjectChanges = Partial<
  Pick<
    Insertable<Projects>,
    'name' | 'industry' | 'timezone' | 'utm_template' | 'require_approval' | 'auto_draft_moments' | 'holiday_countries'
  >
>

/** Undefined when the project was deleted. */
export async function updateProject(
  db: Database,
  projectId: string,
  changes: ProjectChanges,
): Promise<ProjectRow | undefined> {
  return (
    db
      .updateTable('projects')
      // Setting the id to itself keeps the statement valid when nothing else changes.
      .set({ id: projectId, ...changes })
      .where('id', '=', projectId)
      .where('deleted_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
  )
}

export async function markProjectDeleted(tx: Transaction<DB>, projectId: string): Promise<void> {
  await tx
    .updateTable('projects')
    .set({ deleted_at: sql<Date>`now()` })
    .where('id', '=', projectId)
    .where('deleted_at', 'is', null)
    .execute()
}
