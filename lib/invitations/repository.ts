import { sql, type Transaction } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { type InvitedRole, invitationDays } from './roles'

export type InvitationRow = {
  id: string
  project_id: string
  email: string
  role: InvitedRole
  inviter: string | null
  expires_at: Date
  /** According to the database's clock. */
  is_expired: boolean
  accepted_at: Date | null
  revoked_at: Date | null
  created_at: Date
}

/** All but the hash. */
const columns = sql`i.id, i.project_id, i.email, i.role, i.expires_at, i.expires_at <= now() as is_expired, i.accepted_at,
  i.revoked_at, i.created_at, (select u.name from users u where u.id = i.invited_by) as inviter`
const isOpen = sql`i.accepted_at is null and i.revoked_at is null`
const aWeekOn = sql`now() + make_interval(days => ${invitationDays}::int)`

export async function listOpenInvitations(
  db: Database,
  projectId: string,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<InvitationRow[]> {
  const older = after === undefined ? sql`true` : sql`i.id < ${after}`
  const { rows } = await sql<InvitationRow>`
    select ${columns} from invitations i where i.project_id = ${projectId} and ${isOpen} and ${older}
    order by i.id desc limit ${limit}`.execute(db)
  return rows
}

export async function countOpenInvitations(tx: Transaction<DB>, projectId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from invitations i where i.project_id = ${projectId} and ${isOpen}`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function findOpenInvitation(
  tx: Transaction<DB>,
  projectId: string,
  email: string,
): Promise<InvitationRow | undefined> {
  const { rows } = await sql<InvitationRow>`
    select ${columns} from invitations i
    where i.project_id = ${projectId} and lower(i.email) = ${email} and ${isOpen}`.execute(tx)
  return rows[0]
}

export async function lockInvitation(
  tx: Transaction<DB>,
  projectId: string,
  id: string,
): Promise<InvitationRow | undefined> {
  const { rows } = await sql<InvitationRow>`
    select ${columns} from invitations i where i.project_id = ${projectId} and i.id = ${id} for update`.execute(tx)
  return rows[0]
}

/** The link grants access, so these do not take a project. Deleted projects cannot be joined. */
const byHash = (hash: Buffer) => sql`
  select ${columns}, p.name as project_name from invitations i
  join projects p on p.id = i.project_id and p.deleted_at is null
  where i.token_hash = ${hash}`

export type FoundInvitation = InvitationRow & { project_name: string }

export async function findByHash(db: Database, hash: Buffer): Promise<FoundInvitation | undefined> {
  const { rows } = await sql<FoundInvitation>`${byHash(hash)}`.execute(db)
  return rows[0]
}

export async function lockByHash(tx: Transaction<DB>, hash: Buffer): Promise<FoundInvitation | undefined> {
  const { rows } = await sql<FoundInvitation>`${byHash(hash)} for update of i`.execute(tx)
  return rows[0]
}

type NewInvitation = {
  id: string
  projectId: string
  email: string
  role: InvitedRole
  tokenHash: Buffer
  invitedBy: string
}

export async function insertInvitation(tx: Transaction<DB>, wanted: NewInvitation): Promise<void> {
  const { id, projectId, email, role, tokenHash, invitedBy } = wanted
  await sql`
    insert into invitations (id, project_id, email, role, token_hash, invited_by, expires_at)
    values (${id}, ${projectId}, ${email}, ${role}, ${tokenHash}, ${invitedBy}, ${aWeekOn})`.execute(tx)
}

/** The user who creates the new link becomes the inviter. */
export async function renewInvitation(
  tx: Transaction<DB>,
  projectId: string,
  { id, tokenHash, invitedBy }: Pick<NewInvitation, 'id' | 'tokenHash' | 'invitedBy'>,
): Promise<void> {
  await sql`
    update invitations set token_hash = ${tokenHash}, invited_by = ${invitedBy}, expires_at = ${aWeekOn}
    where project_id = ${projectId} and id = ${id}`.execute(tx)
}

export async function revokeInvitation(tx: Transaction<DB>, projectId: string, id: string): Promise<void> {
  await sql`update invitations set revoked_at = now() where project_id = ${projectId} and id = ${id}`.execute(tx)
}

export async function markAccepted(tx: Transaction<DB>, projectId: string, id: string, userId: string): Promise<void> {
  await sql`
    update invitations set accepted_at = now(), accepted_by = ${userId}
    where project_id = ${projectId} and id = ${id}`.execute(tx)
}

export async function isMemberEmail(tx: Transaction<DB>, projectId: string, email: string): Promise<boolean> {
  const { rows } = await sql`
    select from project_members m join users u on u.id = m.user_id
    where m.project_id = ${projectId} and lower(u.email) = ${email}`.execute(tx)
  return rows.length > 0
}

export type Account = { id: string; email: string; name: string; email_confirmed_at: Date | null }

export async function findAccount(db: Database, userId: string): Promise<Account | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'email_confirmed_at'])
    .where('id', '=', userId)
    .executeTakeFirst()
}

export async function findHashById(db: Database, id: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ token_hash: Buffer }>`select token_hash from invitations where id = ${id}`.execute(db)
  return rows[0]?.token_hash
}
