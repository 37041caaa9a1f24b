import { sql, type Transaction } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { newId } from '@/lib/ids'
import type { ProviderId, ProviderProfile } from './oauth-providers'

export type IdentityRow = {
  id: string
  provider: ProviderId
  email: string
  created_at: Date
  last_used_at: Date
}

/** Finds the user of a provider account and updates its last use. */
export async function findUserOfIdentity(
  db: Database,
  { provider, accountId }: Pick<ProviderProfile, 'provider' | 'accountId'>,
): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    update user_identities set last_used_at = now()
    where provider = ${provider} and provider_account_id = ${accountId} returning user_id`.execute(db)
  return rows[0]?.user_id
}

/** False if the provider account already belongs to a user. */
export async function insertIdentity(
  tx: Transaction<DB>,
  userId: string,
  { provider, accountId, email }: ProviderProfile,
): Promise<boolean> {
  const row = await tx
    .insertInto('user_identities')
    .values({ id: newId(), user_id: userId, provider, provider_account_id: accountId, email: email ?? '' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const listIdentities = (db: Database, userId: string): Promise<IdentityRow[]> =>
  db
    .selectFrom('user_identities')
    .select(['id', 'provider', 'email', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .$narrowType<{ provider: ProviderId }>()
    .execute()

export async function deleteIdentity(tx: Transaction<DB>, userId: string, id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('user_identities')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
