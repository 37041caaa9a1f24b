import { sql, type Transaction } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { env } from '@/lib/env'
import type { MailKind } from './kinds'
import type { SealedContent } from './seal'

/** Longer than the slowest send (`sendTimeouts` in smtp.ts). */
const leaseSeconds = (): number => Math.max(90, env().SMTP_TIMEOUT_SECONDS * 7)

type NewRow = SealedContent & {
  id: string
  userId: string | null
  recipient: string
  kind: MailKind
  dedupeKey: string | null
  expiresInSeconds: number | null
}

/** @returns false if a mail with this dedupe key exists */
export async function insertMail(tx: Transaction<DB>, row: NewRow): Promise<boolean> {
  const { rows } = await sql`
    insert into outgoing_mails (id, user_id, recipient, kind, dedupe_key, content, content_key_id, expires_at)
    values (${row.id}, ${row.userId}, ${row.recipient}, ${row.kind}, ${row.dedupeKey}, ${row.content},
      ${row.content_key_id}, now() + make_interval(secs => ${row.expiresInSeconds}::float8))
    on conflict (dedupe_key) do nothing
    returning id`.execute(tx)
  return rows.length > 0
}

export type ClaimedMail = SealedContent & {
  id: string
  user_id: string | null
  recipient: string
  kind: MailKind
  fence: number
  /** Including this attempt. */
  attempt_count: number
  created_at: Date
}

/** Takes due mails, oldest first. Rows that another worker is taking are skipped. */
export async function claimMails(db: Database, limit: number): Promise<ClaimedMail[]> {
  const { rows } = await sql<ClaimedMail>`
    with due as (
      select id from outgoing_mails where next_attempt_at <= now() and data_started_at is null
      order by next_attempt_at limit ${limit} for update skip locked
    )
    update outgoing_mails m set status = 'sending', fence = m.fence + 1, attempt_count = m.attempt_count + 1,
      next_attempt_at = now() + make_interval(secs => ${leaseSeconds()})
    from due where m.id = due.id
    returning m.id, m.user_id, m.recipient, m.kind, m.fence, m.attempt_count, m.created_at, m.content, m.content_key_id`.execute(
    db,
  )
  return rows
}

/**
 * Settles mails that must not be sent: links expired, kind turned off, or the worker crashed during delivery, so that
 * they may have arrived.
 */
export async function settleUnsendable(db: Database): Promise<void> {
  const settled = sql`next_attempt_at = null, content = null, content_key_id = null, settled_at = now()`
  await sql`
    update outgoing_mails set ${settled}, status = 'unknown',
      last_error = 'The worker stopped during delivery. The mail may have arrived.'
    where next_attempt_at <= now() and data_started_at is not null`.execute(db)
  await sql`
    update outgoing_mails m set ${settled},
      status = case when m.expires_at <= now() then 'expired' else 'cancelled' end
    where m.next_attempt_at <= now() and (m.expires_at <= now()
      or exists (select from mail_opt_outs o where o.user_id = m.user_id and o.kind = m.kind))`.execute(db)
}

type ClaimKey = Pick<ClaimedMail, 'id' | 'fence'>

/**
 * Records that delivery starts, and renews the lease.
 *
 * @returns false if the claim is lost
 */
export async function markDataStarted(db: Database, { id, fence }: ClaimKey): Promise<boolean> {
  const { rows } = await sql`
    update outgoing_mails set data_started_at = now(), next_attempt_at = now() + make_interval(secs => ${leaseSeconds()})
    where id = ${id} and fence = ${fence} and status = 'sending' and next_attempt_at > now()
    returning id`.execute(db)
  return rows.length > 0
}

export type SettledStatus = 'sent' | 'failed' | 'unknown'

/**
 * Settles a mail and deletes its content.
 *
 * @returns false if the claim is lost
 */
export async function settleMail(
  db: Database,
  { id, fence }: ClaimKey,
  { status, error }: { status: SettledStatus; error: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    update outgoing_mails set status = ${status}, last_error = ${error}, next_attempt_at = null, content = null,
      content_key_id = null, settled_at = now()
    where id = ${id} and fence = ${fence} and status = 'sending'
    returning id`.execute(db)
  return rows.length > 0
}

/**
 * Reschedules a mail that the server certainly did not accept.
 *
 * @returns false if the claim is lost
 */
export async function retryMail(
  db: Database,
  { id, fence }: ClaimKey,
  { delaySeconds, error }: { delaySeconds: number; error: string },
): Promise<boolean> {
  const { rows } = await sql`
    update outgoing_mails set status = 'pending', last_error = ${error}, data_started_at = null,
      next_attempt_at = now() + make_interval(secs => ${delaySeconds})
    where id = ${id} and fence = ${fence} and status = 'sending'
    returning id`.execute(db)
  return rows.length > 0
}
