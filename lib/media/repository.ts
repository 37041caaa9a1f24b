import { type SqlBool, sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { AssetKind } from '@/lib/media-files/types'
import type { AssetRow } from './create-asset'
import { type AssetPlace, afterPlace, inOrder, nameKey, type Rows, type SortedAssetRow } from './list-order'

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
  place: AssetPlace
  limit: number
}

/**
 * A page of the library in the order of `place`. A search by words or tag first tries the first files of that order, where
 * common words fill the page. Only then it uses the indexes of words and tags, which collect every match first. Without
 * these two steps the planner scans the whole library for a rare word.
 */
export async function listAssetRows(db: Database, projectId: string, filter: AssetFilter): Promise<SortedAssetRow[]> {
  const { limit, place } = filter
  const page = (query: Rows): Promise<SortedAssetRow[]> => inOrder(query, place.sort).limit(limit).execute()
  const all = inProject(db, projectId, filter)
  if (!filter.words && !filter.tag) return page(all)
  const near = db.selectFrom(inOrder(all, place.sort).limit(nearbyMax).as('assets')).selectAll()
  const found = await page(matching(near, filter))
  if (found.length === limit) return found
  // `offset 0` stops the planner from using the index of the order.
  const indexed = matching(all, filter).offset(sql<number>`0`)
  return page(db.selectFrom(indexed.as('assets')).selectAll())
}

const nearbyMax = 500

/** Filters that work with the indexes of the order. */
function inProject(
  db: Database,
  projectId: string,
  { category, type, kind, search, folderId, file, place }: AssetFilter,
): Rows {
  let query: Rows = db
    .selectFrom('assets')
    .selectAll()
    .select(nameKey.as('name_key'))
    .where('project_id', '=', projectId)
  if (category) query = query.where('category', '=', category)
  if (type) query = query.where('mime_type', 'like', `${type}/%`)
  if (kind) query = query.where(sql<SqlBool>`asset_kind(mime_type) = ${kind}`)
  if (search) query = query.where('name', 'ilike', `%${escapeLike(search)}%`)
  if (folderId !== undefined) query = query.where('folder_id', folderId === null ? 'is' : '=', folderId)
  if (file)
    query = 'path' in file ? query.where('path', '=', file.path) : query.where('source_url', '=', file.sourceUrl)
  return afterPlace(query, place)
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

type Change = {
  name?: string | undefined
  category?: string | null | undefined
  tags?: string[] | undefined
  alt_text?: string | null | undefined
}

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
