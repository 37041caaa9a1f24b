import { type Insertable, type Selectable, sql, type Transaction, type Updateable } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { DB, OauthClients } from '@/lib/db/types.generated'

export type AppRow = Pick<
  Selectable<OauthClients>,
  'id' | 'name' | 'website_url' | 'redirect_uris' | 'secret_hint' | 'created_at' | 'updated_at'
> & { grant_count: number }

const appsOf = (db: Database, userId: string) =>
  db
    .selectFrom('oauth_clients')
    .select(['id', 'name', 'website_url', 'redirect_uris', 'secret_hint', 'created_at', 'updated_at'])
    .select(
      sql<number>`(select count(*)::int from oauth_grants g
        where g.client_id = oauth_clients.id and g.activated_at is not null and g.revoked_at is null
          and g.expires_at > now())`.as('grant_count'),
    )
    .where('user_id', '=', userId)

export const listAppsOf = (
  db: Database,
  userId: string,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<AppRow[]> =>
  appsOf(db, userId)
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const findApp = (db: Database, userId: string, id: string): Promise<AppRow | undefined> =>
  appsOf(db, userId).where('id', '=', id).executeTakeFirst()

/** Counts a user's apps. Locks the user's row, so that parallel creations count one after the other. */
export async function countApps(tx: Transaction<DB>, userId: string): Promise<number> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  const { apps } = await tx
    .selectFrom('oauth_clients')
    .select((from) => from.fn.countAll<string>().as('apps'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(apps)
}

export async function insertApp(tx: Transaction<DB>, app: Omit<Insertable<OauthClients>, 'kind'>): Promise<void> {
  await tx
    .insertInto('oauth_clients')
    .values({ ...app, kind: 'app' })
    .execute()
}

/** Without effect if the user has no such app. */
export async function updateApp(
  db: Database,
  userId: string,
  id: string,
  change: Updateable<OauthClients>,
): Promise<void> {
  await db
    .updateTable('oauth_clients')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .execute()
}

/** Deletes an app with its grants and tokens. False if the user has no such app. */
export async function deleteApp(db: Database, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('oauth_clients')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
