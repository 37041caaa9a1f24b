import { sql, type Transaction } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import type { SealedSecret } from './seal'

export type TwoFactorRow = SealedSecret & { user_id: string; enabled_at: Date | null }

const columns = ['user_id', 'secret', 'secret_key_id', 'enabled_at'] as const

export const findTwoFactor = (db: Database, userId: string): Promise<TwoFactorRow | undefined> =>
  db.selectFrom('user_two_factor').select(columns).where('user_id', '=', userId).executeTakeFirst()

/** Whether sign-in requires a code. Unconfirmed setups do not count. */
export async function isTwoFactorOn(db: Database, userId: string): Promise<boolean> {
  return Boolean((await findTwoFactor(db, userId))?.enabled_at)
}

/** Stores a secret until its first code confirms it. False if two-factor is already on. */
export async function putPendingSecret(db: Database, userId: string, sealed: SealedSecret): Promise<boolean> {
  const row = await db
    .insertInto('user_two_factor')
    .values({ user_id: userId, ...sealed })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ ...sealed, last_step: 0, created_at: sql<Date>`now()` })
        .where('user_two_factor.enabled_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Marks a time step as used. False if this step or a later one was used before (RFC 6238, section 5.2). */
export async function spendStep(db: Database, userId: string, step: number): Promise<boolean> {
  const row = await db
    .updateTable('user_two_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** False if it is already on, or no setup was started. */
export async function markEnabled(tx: Transaction<DB>, userId: string): Promise<boolean> {
  const row = await tx
    .updateTable('user_two_factor')
    .set({ enabled_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('enabled_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteTwoFactor(db: Database, userId: string): Promise<boolean> {
  const row = await db
    .deleteFrom('user_two_factor')
    .where('user_id', '=', userId)
    .where('enabled_at', 'is not', null)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function replaceRecoveryCodes(
  tx: Transaction<DB>,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx.deleteFrom('user_recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('user_recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute()
}

/** False if the code is unknown or used. */
export async function spendRecoveryCode(db: Database, userId: string, hash: Buffer): Promise<boolean> {
  const row = await db
    .updateTable('user_recovery_codes')
    .set({ used_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function countRecoveryCodes(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('user_recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
