import type { Database } from '@/lib/db/pool'
import type { DateLocale, HourCycle } from './date-locales'

const columns = ['id', 'name', 'email', 'date_locale', 'hour_cycle'] as const
export type AccountRow = {
  id: string
  name: string
  email: string
  date_locale: DateLocale | null
  hour_cycle: HourCycle | null
}

export const findAccount = (db: Database, userId: string): Promise<AccountRow | undefined> =>
  db.selectFrom('users').select(columns).where('id', '=', userId).$narrowType<AccountRow>().executeTakeFirst()

/** Null for users who sign in with a provider only. */
export async function findPasswordHash(db: Database, userId: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst()
  return row?.password_hash ?? null
}

export const updateAccount = (
  db: Database,
  userId: string,
  changes: Partial<Pick<AccountRow, 'date_locale' | 'hour_cycle'>>,
): Promise<AccountRow | undefined> =>
  db
    .updateTable('users')
    // Setting the id to itself keeps the statement valid when nothing else changes.
    .set({ id: userId, ...changes })
    .where('id', '=', userId)
    .returning(columns)
    .$narrowType<AccountRow>()
    .executeTakeFirst()
