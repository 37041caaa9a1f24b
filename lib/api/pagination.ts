const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const idPattern = new RegExp(`^${uuid}$`)

/** Paginated lists. Sorted by id, newest first; events and timelines oldest first. */
export type Listing =
  | 'stories'
  | 'stories_by_time'
  | 'queue'
  | 'connections'
  | 'projects'
  | 'tokens'
  | 'webhooks'
  | 'deliveries'
  | 'alerts'
  | 'events'
  | 'assets'
  | 'assets_oldest'
  | 'assets_by_name'
  | 'assets_by_size'
  | 'templates'
  | 'story_analytics'
  | 'notifications'
  | 'members'
  | 'invitations'
  | 'sessions'
  | 'timeline'
  | 'saved_searches'
  | 'moments'
  | 'recurring_templates'
  | 'automations'
  | 'automation_runs'
  | 'connectors'
  | 'connector_items'
  | 'caption_corpus'
  | 'oauth_apps'
  | 'oauth_grants'
  | 'import_rows'
  | 'inbox'
  | 'saved_replies'
  | 'hashtag_sets'
  | 'story_comments'
  | 'review_links'
  | 'activity'

/** Lists with a composite position. Timeline: microseconds since 1970, rank, id. Activity and stories by time: microseconds, id. Inbox: milliseconds, id. Import rows: rank, row. Assets by name: base64url, id. Assets by size: bytes, id. */
const placePatterns: Partial<Record<Listing, RegExp>> = {
  stories_by_time: new RegExp(`^\\d{1,17}:${uuid}$`),
  assets_by_name: new RegExp(`^[\\w-]{0,268}:${uuid}$`),
  assets_by_size: new RegExp(`^\\d{1,15}:${uuid}$`),
  timeline: new RegExp(`^\\d{1,17}:[01]:${uuid}$`),
  import_rows: /^[0-2]:\d{1,6}$/,
  activity: new RegExp(`^\\d{1,17}:${uuid}$`),
  inbox: new RegExp(`^\\d{1,15}:${uuid}$`),
}

/** An opaque cursor: the list, and the position (usually an id) after which the next page starts. */
export const encodeCursor = (listing: Listing, place: string): string =>
  btoa(`2:${listing}:${place}`).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** The position in a validated cursor. */
export const decodeCursor = (cursor: string | undefined): string | undefined =>
  cursor === undefined
    ? undefined
    : atob(cursor.replaceAll('-', '+').replaceAll('_', '/')).split(':').slice(2).join(':')

/** Whether it is a cursor of this list. */
export function isCursor(listing: Listing, cursor: string): boolean {
  if (!/^[\w-]+$/.test(cursor) || cursor.length % 4 === 1) return false
  const place = decodeCursor(cursor) ?? ''
  return (placePatterns[listing] ?? idPattern).test(place) && encodeCursor(listing, place) === cursor
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
