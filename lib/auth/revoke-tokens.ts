import { sql, type Transaction } from 'kysely'
import type { DB } from '@/lib/db/types.generated'

/** Revokes every token that a user created, and every app's access. */
export async function revokeAllTokensOf(tx: Transaction<DB>, userId: string): Promise<void> {
  await tx
    .updateTable('api_tokens')
    .set({ revoked_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
  await sql`
    update oauth_grants set revoked_at = now(), revoked_because = 'user'
    where user_id = ${userId} and revoked_at is null`.execute(tx)
}
