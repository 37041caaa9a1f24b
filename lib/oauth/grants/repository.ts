import { type Selectable, sql, type Transaction } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { DB, OauthGrants } from '@/lib/db/types.generated'

export type GrantRow = Selectable<OauthGrants>

/** Seconds from the consent to the exchange of its code. */
export const codeSeconds = 60

export type EndReason = NonNullable<GrantRow['revoked_because']>

export async function insertGrant(
  tx: Transaction<DB>,
  grant: { id: string; clientId: string; userId: string; projectId: string | null; scopes: readonly string[] },
): Promise<void> {
  await tx
    .insertInto('oauth_grants')
    .values({
      id: grant.id,
      client_id: grant.clientId,
      user_id: grant.userId,
      project_id: grant.projectId,
      scopes: [...grant.scopes],
      expires_at: sql<Date>`now() + make_interval(secs => ${codeSeconds}::int)`,
    })
    .execute()
}

export async function insertCode(
  tx: Transaction<DB>,
  code: { hash: Buffer; grantId: string; redirectUri: string; challenge: string },
): Promise<void> {
  await tx
    .insertInto('oauth_codes')
    .values({
      code_hash: code.hash,
      grant_id: code.grantId,
      redirect_uri: code.redirectUri,
      code_challenge: code.challenge,
      expires_at: sql<Date>`now() + make_interval(secs => ${codeSeconds}::int)`,
    })
    .execute()
}

/** Whether the consent still counts: not withdrawn, and its user is still in the project. */
const isLive = sql<boolean>`(g.revoked_at is null and (g.project_id is null or exists (
  select from project_members m join projects p on p.id = m.project_id and p.deleted_at is null
  where m.project_id = g.project_id and m.user_id = g.user_id)))`

const grantColumns = sql`g.id, g.client_id, g.user_id, g.project_id, g.scopes`

/** A grant that a code or refresh token belongs to. */
export type LockedGrant = Pick<GrantRow, 'id' | 'client_id' | 'user_id' | 'project_id' | 'scopes'> & {
  is_live: boolean
  is_expired: boolean
  is_used: boolean
}

export type LockedCode = LockedGrant & { redirect_uri: string; code_challenge: string }

/** Locks the grant as well, so that an exchange and a revocation happen one after the other. */
export async function lockCode(tx: Transaction<DB>, hash: Buffer): Promise<LockedCode | undefined> {
  const { rows } = await sql<LockedCode>`
    select ${grantColumns}, ${isLive} as is_live, c.redirect_uri, c.code_challenge,
      c.expires_at <= now() as is_expired, c.used_at is not null as is_used
    from oauth_codes c join oauth_grants g on g.id = c.grant_id
    where c.code_hash = ${hash} for update of g, c`.execute(tx)
  return rows[0]
}

export async function markCodeUsed(tx: Transaction<DB>, hash: Buffer): Promise<void> {
  await sql`update oauth_codes set used_at = now() where code_hash = ${hash}`.execute(tx)
}

export type LockedRefreshToken = LockedGrant & {
  /** Seconds since it was exchanged. Null if it was not. */
  used_seconds: number | null
  sealed_answer: Buffer | null
  is_successor_used: boolean
}

export async function lockRefreshToken(tx: Transaction<DB>, hash: Buffer): Promise<LockedRefreshToken | undefined> {
  const { rows: locked } = await sql<{ id: string }>`
    select g.id from oauth_refresh_tokens r join oauth_grants g on g.id = r.grant_id
    where r.token_hash = ${hash} for update of g`.execute(tx)
  if (locked.length === 0) return undefined
  // A second statement: the first one waits for the lock, and would see the successor as it was before.
  const { rows } = await sql<LockedRefreshToken>`
    select ${grantColumns}, ${isLive} as is_live, r.sealed_answer,
      r.expires_at <= now() as is_expired, r.used_at is not null as is_used,
      extract(epoch from clock_timestamp() - r.used_at)::float8 as used_seconds,
      exists (select from oauth_refresh_tokens s where s.token_hash = r.successor_hash and s.used_at is not null)
        as is_successor_used
    from oauth_refresh_tokens r join oauth_grants g on g.id = r.grant_id
    where r.token_hash = ${hash}`.execute(tx)
  return rows[0]
}

/** @param days until it expires */
export async function insertRefreshToken(
  tx: Transaction<DB>,
  { hash, grantId, days }: { hash: Buffer; grantId: string; days: number },
): Promise<void> {
  const expires_at = sql<Date>`now() + make_interval(days => ${days}::int)`
  await tx.insertInto('oauth_refresh_tokens').values({ token_hash: hash, grant_id: grantId, expires_at }).execute()
  const now = sql<Date>`now()`
  const activated_at = sql<Date>`coalesce(activated_at, now())`
  await tx
    .updateTable('oauth_grants')
    .set({ activated_at, refreshed_at: now, expires_at })
    .where('id', '=', grantId)
    .execute()
}

export async function replaceRefreshToken(
  tx: Transaction<DB>,
  { hash, successor, sealedAnswer }: { hash: Buffer; successor: Buffer; sealedAnswer: Buffer },
): Promise<void> {
  await sql`
    update oauth_refresh_tokens set used_at = now(), successor_hash = ${successor}, sealed_answer = ${sealedAnswer}
    where token_hash = ${hash}`.execute(tx)
}

/** Ends a grant and its access tokens. Without effect if it has ended. */
export async function endGrant(db: Database, id: string, because: EndReason): Promise<void> {
  await sql`
    with ended as (
      update oauth_grants set revoked_at = now(), revoked_because = ${because}
      where id = ${id} and revoked_at is null
    )
    update api_tokens set revoked_at = now() where grant_id = ${id} and revoked_at is null`.execute(db)
}

/** The grant of a client's refresh token. */
export async function findGrantOfRefreshToken(
  db: Database,
  hash: Buffer,
  clientId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select g.id from oauth_refresh_tokens r join oauth_grants g on g.id = r.grant_id
    where r.token_hash = ${hash} and g.client_id = ${clientId}`.execute(db)
  return rows[0]?.id
}

/** Revokes one access token of a client. Without effect if it is not one. */
export async function revokeAccessToken(db: Database, hash: Buffer, clientId: string): Promise<void> {
  await sql`
    update api_tokens t set revoked_at = now() from oauth_grants g
    where t.token_hash = ${hash} and g.id = t.grant_id and g.client_id = ${clientId} and t.revoked_at is null`.execute(
    db,
  )
}

/** Deletes expired tokens, grants 30 days after their end, and consents whose code was never used. */
export async function deleteOldGrants(db: Database): Promise<void> {
  await sql`delete from api_tokens where grant_id is not null and expires_at < now() - interval '1 day'`.execute(db)
  await sql`delete from oauth_refresh_tokens where expires_at < now()`.execute(db)
  await sql`
    delete from oauth_grants
    where (expires_at < now() - interval '30 days') or (activated_at is null and expires_at < now() - interval '1 day')`.execute(
    db,
  )
}
