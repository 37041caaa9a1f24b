import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { decodeCursor, encodeCursor, isCursor, type Listing } from '@/lib/api/pagination'
import type { DB } from '@/lib/db/types.generated'
import { invalid } from '@/lib/errors'
import type { AssetSort } from '@/lib/media-files/types'
import type { AssetRow } from './create-asset'

/** An order of the library, and the file after which a page starts. */
export type AssetPlace = { sort: AssetSort; after: { id: string; key: string } | null }

export type SortedAssetRow = AssetRow & { name_key: string }
export type Rows = SelectQueryBuilder<DB, 'assets', SortedAssetRow>

/** The expression of the index `assets_by_name`. */
export const nameKey = sql<string>`left(lower(name), 50) collate "C"`

const listings: Record<AssetSort, Listing> = {
  newest: 'assets',
  oldest: 'assets_oldest',
  name: 'assets_by_name',
  size: 'assets_by_size',
}

/** @throws validation_error for a cursor of another order */
export function readPlace(sort: AssetSort, cursor: string | undefined): AssetPlace {
  if (cursor === undefined) return { sort, after: null }
  if (!isCursor(listings[sort], cursor))
    throw invalid('cursor', 'The cursor is of another `sort`. Omit it to get the first page.')
  const place = decodeCursor(cursor) ?? ''
  const at = place.lastIndexOf(':')
  const [key, id] = [place.slice(0, Math.max(0, at)), place.slice(at + 1)]
  // Postgres does not accept NUL.
  const name = Buffer.from(key, 'base64url').toString('utf8').replaceAll('\u0000', '')
  return { sort, after: { id, key: sort === 'name' ? name : key } }
}

/** The cursor of the next page, of rows fetched with `limit + 1`. */
export function cursorAfter(sort: AssetSort, rows: readonly SortedAssetRow[], limit: number): string | null {
  const last = rows[limit - 1]
  if (!last || rows.length <= limit) return null
  const keys = { newest: '', oldest: '', name: `${Buffer.from(last.name_key).toString('base64url')}:` }
  const key = sort === 'size' ? `${last.file_size}:` : keys[sort]
  return encodeCursor(listings[sort], `${key}${last.id}`)
}

/** Each order is the one of an index. */
export function inOrder(query: Rows, sort: AssetSort): Rows {
  // The order of the index by project, not of the primary key.
  if (sort === 'newest') return query.orderBy('id', (order) => order.desc().nullsLast())
  if (sort === 'oldest') return query.orderBy('id', (order) => order.asc().nullsFirst())
  if (sort === 'size') return query.orderBy('file_size', 'desc').orderBy('id', 'desc')
  return query.orderBy(nameKey).orderBy('id')
}

export function afterPlace(query: Rows, { sort, after }: AssetPlace): Rows {
  if (!after) return query
  const { id, key } = after
  if (sort === 'newest') return query.where('id', '<', id)
  if (sort === 'oldest') return query.where('id', '>', id)
  if (sort === 'size') return query.where(sql<SqlBool>`(file_size, id) < (${key}::bigint, ${id}::uuid)`)
  return query.where(sql<SqlBool>`(${nameKey}, id) > (${key}::text, ${id}::uuid)`)
}
