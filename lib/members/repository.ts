import type { Role } from '@/lib/auth/roles'
import type { Database } from '@/lib/db/pool'

/** The roles of a person, by project. */
export async function rolesOfPerson(db: Database, userId: string): Promise<Map<string, Role>> {
  const rows = await db
    .selectFrom('project_members')
    .innerJoin('projects', 'projects.id', 'project_members.project_id')
    .select(['project_id', 'role'])
    .where('user_id', '=', userId)
    .where('projects.deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ project_id, role }) => [project_id, role as Role]))
}
