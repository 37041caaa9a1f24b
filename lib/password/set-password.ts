import { hashPassword } from '@/lib/auth/password'
import { endChallenges } from '@/lib/auth/two-factor/challenge'
import { type Database, transaction } from '@/lib/db/pool'
import { endOtherSessions } from '@/lib/sessions/repository'

/**
 * Stores a new password and ends the person's sessions, in one transaction.
 *
 * @param keptSessionId the one session that stays; null ends all
 * @returns how many sessions were ended
 */
export async function setPassword(
  db: Database,
  { userId, password, keptSessionId }: { userId: string; password: string; keptSessionId: string | null },
): Promise<number> {
  const password_hash = await hashPassword(password)
  return transaction(db, async (tx) => {
    await tx.updateTable('users').set({ password_hash }).where('id', '=', userId).execute()
    await endChallenges(tx, userId)
    return endOtherSessions(tx, userId, keptSessionId)
  })
}
