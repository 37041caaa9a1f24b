import { type SqlBool, sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { AssetRow } from './intake'
import type { AssetKind } from './types'

export type AssetFilter = {
  category: string | undefined
  tag: string | undefined
  type: 'image' | 'video' | undefined
  kind?: AssetKind | undefined
  search: string | undefined
  /** What words of the name, the category or the tags begin with. */
  words?: readonly string[] | undefined
  after: string | undefined
  limit: number
}

export async function listAssetRows(db: Database, projectId: string, filter: AssetFilter): Promise<AssetRow[]> {
  const { category, tag, type, kind, search, words, after, limit } = filter
  let query = db.selectFrom('assets').selectAll().where('project_id', '=', projectId)
  if (category) query = query.where('category', '=', category)
  if (tag) query = query.where('tags', '@>', sql<string[]>`array[${tag}]::text[]`)
  if (type) query = query.where('mime_type', 'like', `${type}/%`)
  if (kind) query = query.where(sql<SqlBool>`asset_kind(mime_type) = ${kind}`)
  if (words) {
    const wanted = words.map((word) => `${word}:*`).join(' & ')
    query = query.where(sql<SqlBool>`asset_words(name, category, tags) @@ to_tsquery('simple', ${wanted})`)
  }
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
