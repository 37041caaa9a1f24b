import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
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

/**
 * A page of the library, newest first. What is narrowed by words or a tag is looked for among the newest files first, where
 * what is common fills the page, and only then by the indexes of words and tags: they gather all that fits before the
 * first of it can be told. Left to itself the planner walks through the whole library for a word that is rare.
 */
export async function listAssetRows(db: Database, projectId: string, filter: AssetFilter): Promise<AssetRow[]> {
  const all = inLine(db, projectId, filter)
  if (!filter.words && !filter.tag) return newest(all, filter.limit)
  const near = db.selectFrom(newestFirst(all).limit(nearbyMax).as('assets')).selectAll()
  const found = await newest(fitting(near, filter), filter.limit)
  if (found.length === filter.limit) return found
  // `offset 0` keeps the order and the limit out of it, and so the index by age.
  const indexed = fitting(all, filter).offset(sql<number>`0`)
  return newest(db.selectFrom(indexed.as('assets')).selectAll(), filter.limit)
}

const nearbyMax = 500

type Rows = SelectQueryBuilder<DB, 'assets', AssetRow>

// In the order of the index by project, which the primary key cannot give.
const newestFirst = (query: Rows): Rows => query.orderBy('id', (order) => order.desc().nullsLast())
const newest = (query: Rows, limit: number): Promise<AssetRow[]> => newestFirst(query).limit(limit).execute()

/** What the indexes by age can tell apart. */
function inLine(db: Database, projectId: string, { category, type, kind, search, after }: AssetFilter): Rows {
  let query: Rows = db.selectFrom('assets').selectAll().where('project_id', '=', projectId)
  if (category) query = query.where('category', '=', category)
  if (type) query = query.where('mime_type', 'like', `${type}/%`)
  if (kind) query = query.where(sql<SqlBool>`asset_kind(mime_type) = ${kind}`)
  if (search) query = query.where('name', 'ilike', `%${literally(search)}%`)
  return after ? query.where('id', '<', after) : query
}

/** What takes an index of its own. */
function fitting(query: Rows, { words, tag }: AssetFilter): Rows {
  const wanted = words?.map((word) => `${word}:*`).join(' & ')
  const tagged = tag ? query.where('tags', '@>', sql<string[]>`array[${tag}]::text[]`) : query
  if (!wanted) return tagged
  return tagged.where(sql<SqlBool>`asset_words(name, category, tags) @@ to_tsquery('simple', ${wanted})`)
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

type NewRemote = Omit<AssetRow, 'created_at' | 'updated_at' | 'path' | 'preview_path' | 'preview_tries' | 'facts'>

export async function insertRemote(db: Database, row: NewRemote): Promise<AssetRow> {
  return db.insertInto('assets').values(row).returningAll().executeTakeFirstOrThrow()
}
