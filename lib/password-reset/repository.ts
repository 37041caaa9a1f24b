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

export async function storePassword(
  tx: Transaction<DB>,
  userId: string,
  password_hash: string,
): Promise<{ id: string; email: string; name: string }> {
  return tx
    .updateTable('users')
    .set({ password_hash })
    .where('id', '=', userId)
    .returning(['id', 'email', 'name'])
    .executeTakeFirstOrThrow()
}
