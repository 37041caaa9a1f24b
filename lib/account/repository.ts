import { sql, type Transaction } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import type { DateLocale, HourCycle } from './date-locales'

const columns = ['id', 'name', 'email', 'photo_path', 'date_locale', 'hour_cycle', 'email_confirmed_at'] as const
const hasPassword = sql<boolean>`password_hash is not null`.as('has_password')
export type AccountRow = {
  id: string
  name: string
  email: string
  photo_path: string | null
  has_password: boolean
  date_locale: DateLocale | null
  hour_cycle: HourCycle | null
  email_confirmed_at: Date | null
}

export const findAccount = (db: Database, userId: string): Promise<AccountRow | undefined> =>
  db
    .selectFrom('users')
    .select(columns)
    .select(hasPassword)
    .where('id', '=', userId)
    .$narrowType<AccountRow>()
    .executeTakeFirst()

/** `password_hash` is null for users who sign in with a provider only. */
export const findSignIn = (db: Database, userId: string): Promise<{ email: string; password_hash: string | null }> =>
  db.selectFrom('users').select(['email', 'password_hash']).where('id', '=', userId).executeTakeFirstOrThrow()

export const lockUser = (
  tx: Transaction<DB>,
  userId: string,
): Promise<{ id: string; email: string; name: string; password_hash: string | null }> =>
  tx
    .selectFrom('users')
    .select(['id', 'email', 'name', 'password_hash'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()

export const updateAccount = (
  db: Database,
  userId: string,
  changes: Partial<Pick<AccountRow, 'name' | 'date_locale' | 'hour_cycle'>>,
): Promise<AccountRow | undefined> =>
  db
    .updateTable('users')
    // Setting the id to itself keeps the statement valid when nothing else changes.
    .set({ id: userId, ...changes })
    .where('id', '=', userId)
    .returning(columns)
    .returning(hasPassword)
    .$narrowType<AccountRow>()
    .executeTakeFirst()

/** Stores the path of a new photo, or null. Returns the old path, whose file can be deleted. */
export async function swapPhotoPath(db: Database, userId: string, path: string | null): Promise<string | null> {
  const { rows } = await sql<{ before: string | null }>`
    with old as (select id, photo_path from users where id = ${userId} for update)
    update users u set photo_path = ${path} from old where u.id = old.id returning old.photo_path as before`.execute(db)
  return rows[0]?.before ?? null
}
