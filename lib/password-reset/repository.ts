import { sql, type Transaction } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'

/** @param email in lower case */
export async function findUserByEmail(db: Database, email: string): Promise<{ id: string; name: string } | undefined> {
  const { rows } = await sql<{
    id: string
    name: string
  }>`select id, name from users where lower(email) = ${email}`.execute(db)
  return rows[0]
}

/** Sets the password. A link that was mailed to the person's current address also confirms that address. */
export async function setPassword(
  tx: Transaction<DB>,
  userId: string,
  { password_hash, mailedTo }: { password_hash: string; mailedTo: string },
): Promise<{ id: string; email: string; name: string }> {
  const { rows } = await sql<{ id: string; email: string; name: string }>`
    update users set password_hash = ${password_hash},
      email_confirmed_at = case when lower(email) = lower(${mailedTo}) then coalesce(email_confirmed_at, now())
        else email_confirmed_at end
    where id = ${userId} returning id, email, name`.execute(tx)
  const user = rows[0]
  if (!user) throw new Error('The account of this link was deleted.')
  return user
}
