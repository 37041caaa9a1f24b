import { invalid } from '@/lib/errors'

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** An opaque cursor for lists in the order of their ids, newest first: the id after which the next page begins. */
export const encodeCursor = (id: string): string => Buffer.from(`1:${id}`).toString('base64url')

/** @throws validation_error when it is not one that `encodeCursor` made */
export function decodeCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined
  const id = Buffer.from(cursor, 'base64url').toString().slice(2)
  if (!uuidPattern.test(id) || encodeCursor(id) !== cursor) {
    throw invalid('cursor', 'This is not a cursor that a listing gave. Leave it out to begin at the first page.')
  }
  return id
}

/** Cuts a page of `limit` from rows fetched with `limit + 1`. */
export function cutPage<Row extends { id: string }>(
  rows: Row[],
  limit: number,
): { page: Row[]; next_cursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, next_cursor: rows.length > limit && last ? encodeCursor(last.id) : null }
}
