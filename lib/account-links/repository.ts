import { sql, type Transaction } from 'kysely'
import { hashToken, newLinkToken } from '@/lib/auth/tokens'
import type { Database } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { newId } from '@/lib/ids'

export type LinkPurpose = 'reset_password' | 'confirm_email' | 'change_email'

/** Lifetime of links: short for a password (OWASP Forgot Password Cheat Sheet), a day for an email. */
export const linkSeconds: Record<LinkPurpose, number> = {
  reset_password: 30 * 60,
  confirm_email: 24 * 60 * 60,
  change_email: 24 * 60 * 60,
}

export type AccountLink = {
  id: string
  user_id: string
  purpose: LinkPurpose
  email: string
  invitation_id: string | null
  /** According to the database's clock. */
  is_expired: boolean
  used_at: Date | null
}

type NewLink = { userId: string; purpose: LinkPurpose; email: string; invitationId?: string | null }

/**
 * Stores a new link and replaces an open one of the same purpose.
 *
 * @returns the token, which is not stored
 */
export async function createLink(
  tx: Transaction<DB>,
  { userId, purpose, email, invitationId }: NewLink,
): Promise<string> {
  const token = newLinkToken()
  await deleteLiveLink(tx, userId, purpose)
  await sql`
    insert into account_links (id, user_id, purpose, email, token_hash, invitation_id, expires_at)
    values (${newId()}, ${userId}, ${purpose}, ${email}, ${hashToken(token)}, ${invitationId ?? null},
      now() + make_interval(secs => ${linkSeconds[purpose]}::float8))`.execute(tx)
  return token
}

export async function deleteLiveLink(tx: Transaction<DB>, userId: string, purpose: LinkPurpose): Promise<void> {
  await sql`
    delete from account_links where user_id = ${userId} and purpose = ${purpose} and used_at is null`.execute(tx)
}

const byToken = (token: string, purposes: readonly LinkPurpose[]) => sql`
  select id, user_id, purpose, email, invitation_id, expires_at <= now() as is_expired, used_at from account_links
  where token_hash = ${hashToken(token)} and purpose = any(${[...purposes]})`

export async function findLink(
  db: Database,
  token: string,
  purposes: readonly LinkPurpose[],
): Promise<AccountLink | undefined> {
  const { rows } = await sql<AccountLink>`${byToken(token, purposes)}`.execute(db)
  return rows[0]
}

/**
 * Marks a link as used. Only one of two parallel requests succeeds.
 *
 * @returns undefined if the link is unknown, used or expired
 */
export async function useLink(
  tx: Transaction<DB>,
  token: string,
  purposes: readonly LinkPurpose[],
): Promise<AccountLink | undefined> {
  const { rows } = await sql<AccountLink>`
    update account_links set used_at = now()
    where token_hash = ${hashToken(token)} and purpose = any(${[...purposes]}) and used_at is null and expires_at > now()
    returning id, user_id, purpose, email, invitation_id, false as is_expired, used_at`.execute(tx)
  return rows[0]
}

/** Whether a link of this purpose was sent within the last minute. Limits mails per user. */
export async function wasJustSent(db: Database, userId: string, purpose: LinkPurpose): Promise<boolean> {
  const { rows } = await sql`
    select from account_links where user_id = ${userId} and purpose = ${purpose} and used_at is null
      and created_at > now() - interval '1 minute'`.execute(db)
  return rows.length > 0
}

/** A user's new email that awaits confirmation. */
export async function findPendingEmail(db: Database, userId: string): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`
    select email from account_links where user_id = ${userId} and purpose = 'change_email' and used_at is null
      and expires_at > now()`.execute(db)
  return rows[0]?.email ?? null
}

/**
 * Deletes links that expired more than a day ago. Used ones are stored until then, to distinguish "used" from
 * "unknown".
 */
export async function deleteOldLinks(db: Database): Promise<void> {
  await sql`delete from account_links where expires_at < now() - interval '1 day'`.execute(db)
}
