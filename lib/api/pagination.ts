const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The lists that are given page by page. All go by their ids, newest first; events alone go oldest first. */
export type Listing =
  | 'stories'
  | 'queue'
  | 'connections'
  | 'projects'
  | 'tokens'
  | 'webhooks'
  | 'deliveries'
  | 'alerts'
  | 'events'
  | 'assets'
  | 'story_analytics'
  | 'notifications'
  | 'members'
  | 'invitations'
  | 'sessions'

/** An opaque cursor: the list it belongs to, and the id after which its next page begins. */
export const encodeCursor = (listing: Listing, id: string): string =>
  btoa(`2:${listing}:${id}`).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** The id behind a cursor that was checked by its contract. */
export const decodeCursor = (cursor: string | undefined): string | undefined =>
  cursor === undefined ? undefined : atob(cursor.replaceAll('-', '+').replaceAll('_', '/')).split(':').at(-1)

/** Whether `encodeCursor` made it for this list. */
export function isCursor(listing: Listing, cursor: string): boolean {
  if (!/^[\w-]+$/.test(cursor) || cursor.length % 4 === 1) return false
  const id = decodeCursor(cursor) ?? ''
  return uuidPattern.test(id) && encodeCursor(listing, id) === cursor
}

/** Cuts a page of `limit` from rows fetched with `limit + 1`. */
export function cutPage<Row extends { id: string }>(
  listing: Listing,
  rows: Row[],
  limit: number,
): { page: Row[]; next_cursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, next_cursor: rows.length > limit && last ? encodeCursor(listing, last.id) : null }
}
