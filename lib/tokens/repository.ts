import { type Selectable, sql, type Transaction } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { ApiTokens, DB } from '@/lib/db/types.generated'

/** All but the hash. */
const columns = [
  'id',
  'name',
  'kind',
  'token_hint',
  'scopes',
  'project_id',
  'last_used_at',
  'expires_at',
  'revoked_at',
  'created_at',
] as const
export type TokenRow = Pick<Selectable<ApiTokens>, (typeof columns)[number]>

/** Without those of OAuth grants, which are listed as connected apps. */
export async function listTokensOf(
  db: Database,
  userId: string,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<TokenRow[]> {
  return db
    .selectFrom('api_tokens')
    .select(columns)
    .where('user_id', '=', userId)
    .where('grant_id', 'is', null)
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function findToken(db: Database, userId: string, id: string): Promise<TokenRow | undefined> {
  return db
    .selectFrom('api_tokens')
    .select(columns)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Counts a user's live personal tokens. Locks the user's row, so that parallel creations count one after the other. */
export async function countLiveTokens(tx: Transaction<DB>, userId: string): Promise<number> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  const { live } = await tx
    .selectFrom('api_tokens')
    .select((from) => from.fn.countAll<string>().as('live'))
    .where('user_id', '=', userId)
    .where('kind', '=', 'personal')
    .where('revoked_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', sql<Date>`now()`)]))
    .executeTakeFirstOrThrow()
  return Number(live)
}

/** Keeps the time of the first revocation. Undefined if the user has no such token. */
export async function revoke(db: Database, userId: string, id: string): Promise<TokenRow | undefined> {
  return db
    .updateTable('api_tokens')
    .set({ revoked_at: sql<Date>`coalesce(revoked_at, now())` })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
}
