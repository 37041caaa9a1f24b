import { sql, type Transaction } from 'kysely'
import type { Role } from '@/lib/auth/roles'
import type { Database } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'

export type MembershipRow = {
  id: string
  name: string
  role: Role
  members: number
  owners: number
  scheduled_posts: number
}

/** A user's projects, newest first. */
export async function listMemberships(db: Database, userId: string): Promise<MembershipRow[]> {
  const { rows } = await sql<MembershipRow>`
    select p.id, p.name, m.role,
      (select count(*)::int from project_members o where o.project_id = p.id) as members,
      (select count(*)::int from project_members o where o.project_id = p.id and o.role = 'owner') as owners,
      (select count(*)::int from queue_items q
        where q.project_id = p.id and q.status in ('pending', 'approved')) as scheduled_posts
    from project_members m join projects p on p.id = m.project_id and p.deleted_at is null
    where m.user_id = ${userId} order by p.id desc`.execute(db)
  return rows
}

/** Locks the members of these projects. In the order of ids, to avoid deadlocks between deletions. */
export async function lockMemberships(tx: Transaction<DB>, userId: string): Promise<void> {
  await sql`
    select from projects where id in (select project_id from project_members where user_id = ${userId})
    order by id for no key update`.execute(tx)
}

export async function countLiveTokens(db: Database, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from api_tokens
    where user_id = ${userId} and revoked_at is null and (expires_at is null or expires_at > now())`.execute(db)
  return rows[0]?.count ?? 0
}

/** Transfers project webhook endpoints to the longest-standing other owner. */
export async function transferEndpoints(tx: Transaction<DB>, userId: string): Promise<void> {
  await sql`
    update webhook_endpoints e set user_id = heir.user_id
    from (
      select distinct on (m.project_id) m.project_id, m.user_id from project_members m
      where m.role = 'owner' and m.user_id <> ${userId}
      order by m.project_id, m.created_at, m.user_id
    ) heir
    where e.user_id = ${userId} and e.project_id = heir.project_id`.execute(tx)
}

export async function revokeInvitationsOf(tx: Transaction<DB>, userId: string): Promise<void> {
  await sql`
    update invitations set revoked_at = now()
    where invited_by = ${userId} and accepted_at is null and revoked_at is null`.execute(tx)
}

/**
 * Deletes the user. Foreign keys define what happens to related rows (`on delete`); references without a foreign key
 * are deleted here.
 */
export async function eraseUser(tx: Transaction<DB>, { id, email }: { id: string; email: string }): Promise<void> {
  await sql`
    delete from idempotency_keys
    where owner_id = ${id} or owner_id in (select t.id from api_tokens t where t.user_id = ${id})
      or owner_id in (select g.id from oauth_grants g where g.user_id = ${id})`.execute(tx)
  await sql`delete from sign_in_attempts where position(${email.toLowerCase()} in subject) > 0`.execute(tx)
  // These contain the user's email. Open invitations to it belong to their senders.
  await sql`delete from invitations where accepted_by = ${id}`.execute(tx)
  await sql`delete from users where id = ${id}`.execute(tx)
}
