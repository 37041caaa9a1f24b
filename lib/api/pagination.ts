const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** An opaque cursor for lists in the order of their ids, newest first: the id after which the next page begins. */
export const encodeCursor = (id: string): string =>
  btoa(`1:${id}`).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** The id behind a cursor that was checked by its contract. */
export const decodeCursor = (cursor: string | undefined): string | undefined =>
  cursor === undefined ? undefined : atob(cursor.replaceAll('-', '+').replaceAll('_', '/')).slice(2)

/** Whether `encodeCursor` made it. */
export function isCursor(cursor: string): boolean {
  if (!/^[\w-]+$/.test(cursor) || cursor.length % 4 === 1) return false
  const id = decodeCursor(cursor) ?? ''
  return uuidPattern.test(id) && encodeCursor(id) === cursor
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
