import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { AssetRow } from './intake'

export type AssetFilter = {
  category: string | undefined
  tag: string | undefined
  type: 'image' | 'video' | undefined
  search: string | undefined
  after: string | undefined
  limit: number
}

export async function listAssetRows(db: Database, projectId: string, filter: AssetFilter): Promise<AssetRow[]> {
  const { category, tag, type, search, after, limit } = filter
  let query = db.selectFrom('assets').selectAll().where('project_id', '=', projectId)
  if (category) query = query.where('category', '=', category)
  if (tag) query = query.where('tags', '@>', sql<string[]>`array[${tag}]::text[]`)
  if (type) query = query.where('mime_type', 'like', `${type}/%`)
  if (search) query = query.where('name', 'ilike', `%${literally(search)}%`)
  if (after) query = query.where('id', '<', after)
  // In the order of the index by project, which the primary key cannot give.
  return query
    .orderBy('id', (order) => order.desc().nullsLast())
    .limit(limit)
    .execute()
}

/** Without its signs that stand for others. */
const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

export async function findAsset(db: Database, projectId: string, id: string): Promise<AssetRow | undefined> {
  return db.selectFrom('assets').selectAll().where('project_id', '=', projectId).where('id', '=', id).executeTakeFirst()
}

type Change = { name?: string | undefined; category?: string | null | undefined; tags?: string[] | undefined }

/** Undefined members stay. */
export async function updateAsset(
  db: Database,
  projectId: string,
  id: string,
  change: Change,
): Promise<AssetRow | undefined> {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  return db
    .updateTable('assets')
    .set({ ...given, updated_at: sql<Date>`now()` })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export async function deleteAssetRow(db: Database, projectId: string, id: string): Promise<AssetRow | undefined> {
  return db
    .deleteFrom('assets')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

type NewRemote = Omit<AssetRow, 'created_at' | 'updated_at' | 'path' | 'preview_path' | 'preview_tries'>

export async function insertRemote(db: Database, row: NewRemote): Promise<AssetRow> {
  return db.insertInto('assets').values(row).returningAll().executeTakeFirstOrThrow()
}

/** More are not named in an answer. */
const usersMax = 100

/** Stories in one of these states that name the address in their slides or overrides, oldest first. */
export async function findUsers(
  db: Database,
  projectId: string,
  url: string,
  statuses: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('stories')
    .select('id')
    .where('project_id', '=', projectId)
    .where('status', 'in', statuses)
    // As JSON writes it, quotes included: a longer address that begins alike is another one.
    .where(sql<boolean>`strpos(slides::text || channel_overrides::text, to_jsonb(${url}::text)::text) > 0`)
    .orderBy('id')
    .limit(usersMax)
    .execute()
  return rows.map(({ id }) => id)
}
