import { sql, type Transaction } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'

export type EmailAccount = {
  id: string
  email: string
  name: string
  password_hash: string | null
  email_confirmed_at: Date | null
}

const columns = ['id', 'email', 'name', 'password_hash', 'email_confirmed_at'] as const

export const findEmailAccount = (db: Database, userId: string): Promise<EmailAccount | undefined> =>
  db.selectFrom('users').select(columns).where('id', '=', userId).executeTakeFirst()

/** @param email in lower case */
export async function isEmailTaken(db: Database, email: string): Promise<boolean> {
  const { rows } = await sql`select from users where lower(email) = ${email}`.execute(db)
  return rows.length > 0
}

/** @returns false if the email is taken */
export async function setEmail(
  tx: Transaction<DB>,
  userId: string,
  { email, isConfirmed }: { email: string; isConfirmed: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    update users set email = ${email}, email_confirmed_at = case when ${isConfirmed}::boolean then now() end
    where id = ${userId} and not exists (select from users o where lower(o.email) = ${email} and o.id <> ${userId})
    returning id`.execute(tx)
  return rows.length > 0
}

/** @returns false if the account's email has changed */
export async function markEmailConfirmed(tx: Transaction<DB>, userId: string, email: string): Promise<boolean> {
  const { rows } = await sql`
    update users set email_confirmed_at = coalesce(email_confirmed_at, now())
    where id = ${userId} and lower(email) = ${email.toLowerCase()} returning id`.execute(tx)
  return rows.length > 0
}
