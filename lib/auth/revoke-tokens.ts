import { sql, type Transaction } from 'kysely'
import type { DB } from '@/lib/db/types.generated'

/** Revokes every token that a user created. */
export async function revokeAllTokensOf(tx: Transaction<DB>, userId: string): Promise<void> {
  await tx
    .updateTable('api_tokens')
    .set({ revoked_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
}
