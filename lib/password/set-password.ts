import { hashPassword } from '@/lib/auth/password'
import { endOtherSessions } from '@/lib/auth/sessions/repository'
import { endChallenges } from '@/lib/auth/two-factor/challenge'
import { type Database, transaction } from '@/lib/db/pool'

/**
 * Stores a new password and ends the user's sessions, in one transaction.
 *
 * @param keptSessionId the session to keep; null ends all
 * @returns the number of ended sessions
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
