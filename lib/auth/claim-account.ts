import { sql, type Transaction } from 'kysely'
import type { DB } from '@/lib/db/types.generated'
import { revokeAllTokensOf } from '@/lib/members/repository'
import { endOtherSessions } from '@/lib/sessions/repository'
import { deleteTwoFactor } from './two-factor/repository'

/**
 * For a person who proved that they own the address of an account that never confirmed it. Somebody else may have
 * created the account, so everything that lets anybody else in ends: password, sessions, tokens, other sign-in methods
 * and two-factor. An account with a confirmed address stays as it is.
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
