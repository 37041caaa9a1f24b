import { type Selectable, sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { OauthClients } from '@/lib/db/types.generated'
import { newId } from '@/lib/ids'

export type ClientRow = Selectable<OauthClients>

export const findClientById = (db: Database, id: string): Promise<ClientRow | undefined> =>
  db.selectFrom('oauth_clients').selectAll().where('id', '=', id).where('kind', '!=', 'document').executeTakeFirst()

export const findClientByDocument = (db: Database, url: string): Promise<ClientRow | undefined> =>
  db.selectFrom('oauth_clients').selectAll().where('document_url', '=', url).executeTakeFirst()

export type Described = { name: string; websiteUrl: string | null; redirectUris: readonly string[] }

export async function insertDynamicClient(db: Database, client: Described): Promise<ClientRow> {
  return db
    .insertInto('oauth_clients')
    .values({
      id: newId(),
      kind: 'dynamic',
      name: client.name,
      website_url: client.websiteUrl,
      redirect_uris: [...client.redirectUris],
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Stores what the document says now. */
export async function saveDocument(
  db: Database,
  url: string,
  { name, websiteUrl, redirectUris, maxAgeSeconds }: Described & { maxAgeSeconds: number },
): Promise<ClientRow> {
  const now = {
    name,
    website_url: websiteUrl,
    redirect_uris: [...redirectUris],
    document_expires_at: sql<Date>`now() + make_interval(secs => ${maxAgeSeconds})`,
  }
  return db
    .insertInto('oauth_clients')
    .values({ id: newId(), kind: 'document', document_url: url, ...now })
    .onConflict((conflict) => conflict.column('document_url').doUpdateSet({ ...now, updated_at: sql<Date>`now()` }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function markClientUsed(db: Database, id: string): Promise<void> {
  await sql`update oauth_clients set last_used_at = now() where id = ${id}`.execute(db)
}

/** Deletes clients without an owner that were not used for 30 days and have no grant. */
export async function deleteUnusedClients(db: Database): Promise<void> {
  await sql`
    delete from oauth_clients c
    where c.user_id is null and c.last_used_at < now() - interval '30 days'
      and not exists (select from oauth_grants g where g.client_id = c.id)`.execute(db)
}
