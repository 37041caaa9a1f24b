import { sql, type Transaction } from 'kysely'
import { endOtherSessions } from '@/lib/auth/sessions/repository'
import type { DB } from '@/lib/db/types.generated'
import { revokeAllTokensOf } from './revoke-tokens'
import { deleteTwoFactor } from './two-factor/repository'

/**
 * Called when a user proves ownership of the email of an unconfirmed account. Someone else may have created the
 * account, so all other access ends: password, sessions, tokens, sign-in methods and two-factor. Accounts with a
 * confirmed email do not change.
 */
export async function claimAccount(tx: Transaction<DB>, userId: string): Promise<void> {
  const claimed = await tx
    .updateTable('users')
    .set({ password_hash: null, email_confirmed_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .where('email_confirmed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!claimed) return
  await tx.deleteFrom('user_identities').where('user_id', '=', userId).execute()
  await deleteTwoFactor(tx, userId)
  await endOtherSessions(tx, userId, null)
  await revokeAllTokensOf(tx, userId)
}
