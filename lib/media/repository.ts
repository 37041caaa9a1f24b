import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import type { AssetKind } from '@/lib/media-files/types'
import type { AssetRow } from './create-asset'

export type AssetFilter = {
  category: string | undefined
  tag: string | undefined
  type: 'image' | 'video' | undefined
  kind?: AssetKind | undefined
  search: string | undefined
  /** Null: files in no folder. */
  folderId?: string | null | undefined
  /** In our storage, or the URL of a remote file. */
  file?: { path: string } | { sourceUrl: string } | undefined
  /** Prefixes of words in the name, category or tags. */
  words?: readonly string[] | undefined
  after: string | undefined
  limit: number
}

/**
 * A page of the library, newest first. A search by words or tag first tries the newest files, where common words fill the
 * page. Only then it uses the indexes of words and tags, which collect every match first. Without these two steps the
 * planner scans the whole library for a rare word.
 */
export async function listAssetRows(db: Database, projectId: string, filter: AssetFilter): Promise<AssetRow[]> {
  const all = byAge(db, projectId, filter)
  if (!filter.words && !filter.tag) return newest(all, filter.limit)
  const near = db.selectFrom(newestFirst(all).limit(nearbyMax).as('assets')).selectAll()
  const found = await newest(matching(near, filter), filter.limit)
  if (found.length === filter.limit) return found
  // `offset 0` stops the planner from using the index by age.
  const indexed = matching(all, filter).offset(sql<number>`0`)
  return newest(db.selectFrom(indexed.as('assets')).selectAll(), filter.limit)
}

const nearbyMax = 500

type Rows = SelectQueryBuilder<DB, 'assets', AssetRow>

// The order of the index by project, not of the primary key.
const newestFirst = (query: Rows): Rows => query.orderBy('id', (order) => order.desc().nullsLast())
const newest = (query: Rows, limit: number): Promise<AssetRow[]> => newestFirst(query).limit(limit).execute()

/** Filters that work with the indexes by age. */
function byAge(
  db: Database,
  projectId: string,
  { category, type, kind, search, folderId, file, after }: AssetFilter,
): Rows {
  let query: Rows = db.selectFrom('assets').selectAll().where('project_id', '=', projectId)
  if (category) query = query.where('category', '=', category)
  if (type) query = query.where('mime_type', 'like', `${type}/%`)
  if (kind) query = query.where(sql<SqlBool>`asset_kind(mime_type) = ${kind}`)
  if (search) query = query.where('name', 'ilike', `%${escapeLike(search)}%`)
  if (folderId !== undefined) query = query.where('folder_id', folderId === null ? 'is' : '=', folderId)
  if (file)
    query = 'path' in file ? query.where('path', '=', file.path) : query.where('source_url', '=', file.sourceUrl)
  return after ? query.where('id', '<', after) : query
}

/** Filters with their own index. */
function matching(query: Rows, { words, tag }: AssetFilter): Rows {
  const wanted = words?.map((word) => `${word}:*`).join(' & ')
  const tagged = tag ? query.where('tags', '@>', sql<string[]>`array[${tag}]::text[]`) : query
  if (!wanted) return tagged
  return tagged.where(sql<SqlBool>`asset_words(name, category, tags) @@ to_tsquery('simple', ${wanted})`)
}

/** Escapes the wildcards of `like`. */
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

export async function findAsset(db: Database, projectId: string, id: string): Promise<AssetRow | undefined> {
  return db.selectFrom('assets').selectAll().where('project_id', '=', projectId).where('id', '=', id).executeTakeFirst()
}

type Change = { name?: string | undefined; category?: string | null | undefined; tags?: string[] | undefined }

/** Undefined members stay unchanged. */
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

type NewRemote = Omit<
  AssetRow,
  | 'created_at'
  | 'updated_at'
  | 'path'
  | 'preview_path'
  | 'preview_tries'
  | 'poster_path'
  | 'facts'
  | 'derived_from'
  | 'folder_id'
>

export async function insertRemote(db: Database, row: NewRemote): Promise<AssetRow> {
  return db.insertInto('assets').values(row).returningAll().executeTakeFirstOrThrow()
}
