import { sql, type Transaction } from 'kysely'
import type { Role } from '@/lib/auth/roles'
import type { Database } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'

export type MemberRow = {
  user_id: string
  name: string
  email: string
  photo_path: string | null
  role: Role
  created_at: Date
}

const members = (db: Database, projectId: string) =>
  db
    .selectFrom('project_members')
    .innerJoin('users', 'users.id', 'project_members.user_id')
    .select(['user_id', 'users.name', 'users.email', 'users.photo_path', 'role', 'project_members.created_at'])
    .where('project_id', '=', projectId)
    .$narrowType<{ role: Role }>()

export const listMemberRows = (
  db: Database,
  projectId: string,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<MemberRow[]> =>
  members(db, projectId)
    .$if(after !== undefined, (query) => query.where('user_id', '<', after ?? ''))
    .orderBy('user_id', 'desc')
    .limit(limit)
    .execute()

export const findMember = (db: Database, projectId: string, userId: string): Promise<MemberRow | undefined> =>
  members(db, projectId).where('user_id', '=', userId).executeTakeFirst()

/** A user's roles by project. */
export async function rolesOfUser(db: Database, userId: string): Promise<Map<string, Role>> {
  const rows = await db
    .selectFrom('project_members')
    .innerJoin('projects', 'projects.id', 'project_members.project_id')
    .select(['project_id', 'role'])
    .where('user_id', '=', userId)
    .where('projects.deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ project_id, role }) => [project_id, role]))
}

export async function countOwners(tx: Transaction<DB>, projectId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from project_members where project_id = ${projectId} and role = 'owner'`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function setRole(tx: Transaction<DB>, projectId: string, userId: string, role: Role): Promise<void> {
  await tx
    .updateTable('project_members')
    .set({ role })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .execute()
}

/** @returns false if the user is already a member; their role does not change */
export async function insertMember(
  tx: Transaction<DB>,
  projectId: string,
  { userId, role }: { userId: string; role: Role },
): Promise<boolean> {
  const row = await tx
    .insertInto('project_members')
    .values({ project_id: projectId, user_id: userId, role })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteMember(tx: Transaction<DB>, projectId: string, userId: string): Promise<void> {
  await tx.deleteFrom('project_members').where('project_id', '=', projectId).where('user_id', '=', userId).execute()
}

/** Tokens stop working without a membership; revoking keeps them from working again if the user rejoins. */
export async function revokeTokensOf(tx: Transaction<DB>, projectId: string, userId: string): Promise<void> {
  await tx
    .updateTable('api_tokens')
    .set({ revoked_at: sql<Date>`now()` })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Revokes a member's open invitations when the member may no longer invite. */
export async function revokeInvitationsBy(tx: Transaction<DB>, projectId: string, userId: string): Promise<void> {
  await sql`
    update invitations i set revoked_at = now()
    where i.project_id = ${projectId} and i.invited_by = ${userId} and i.accepted_at is null and i.revoked_at is null`.execute(
    tx,
  )
}
