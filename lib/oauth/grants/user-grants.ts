import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { placeOf } from '../protocol/redirect-uri'
import type { OAuthGrant } from './contract'

type Row = {
  id: string
  name: string
  website_url: string | null
  document_url: string | null
  redirect_uris: string[]
  project_id: string | null
  scopes: string[]
  created_at: Date
  last_used_at: Date | null
  expires_at: Date
}

/** Grants of a user that apps can use now, newest first. */
export async function listGrantsOf(
  db: Database,
  userId: string,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select g.id, c.name, c.website_url, c.document_url, c.redirect_uris, g.project_id, g.scopes, g.created_at, g.expires_at,
      greatest(g.refreshed_at, (select max(t.last_used_at) from api_tokens t where t.grant_id = g.id)) as last_used_at
    from oauth_grants g join oauth_clients c on c.id = g.client_id
    where g.user_id = ${userId} and g.activated_at is not null and g.revoked_at is null and g.expires_at > now()
      ${after === undefined ? sql`` : sql`and g.id < ${after}`}
    order by g.id desc limit ${limit}`.execute(db)
  return rows
}

/** Whether this user has this grant, ended or not. */
export async function hasGrant(db: Database, userId: string, id: string): Promise<boolean> {
  const { rows } = await sql`select from oauth_grants where id = ${id} and user_id = ${userId}`.execute(db)
  return rows.length > 0
}

export const serializeGrant = (row: Row): OAuthGrant => ({
  id: row.id,
  app: {
    name: row.name,
    website_url: row.website_url,
    place: row.document_url ? new URL(row.document_url).host : placeOf(row.redirect_uris[0] ?? ''),
  },
  project_id: row.project_id,
  scopes: row.scopes,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  expires_at: row.expires_at.toISOString(),
})
