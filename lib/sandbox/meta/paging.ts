import { z } from 'zod'
import type { LedgerPost } from '../ledger'
import { graphNumber, graphTime } from './parameters'

export const pagingParameters = {
  fields: z.string().min(1).optional(),
  limit: graphNumber.pipe(z.number().min(1).max(100)).optional(),
  after: z.string().optional(),
  before: z.string().optional(),
  since: graphTime.optional(),
  until: graphTime.optional(),
}
export type Paging = {
  limit?: number | undefined
  after?: string | undefined
  before?: string | undefined
  since?: number | undefined
  until?: number | undefined
}

const cursorOf = (post: LedgerPost): string => Buffer.from(post.id).toString('base64url')

/** One page of posts that are given newest first, in the Graph API's `data` and `paging`. */
export function graphPage(
  posts: readonly LedgerPost[],
  paging: Paging,
  show: (post: LedgerPost) => unknown,
  address: string,
): { data: unknown[]; paging?: unknown } {
  const limit = paging.limit ?? 25
  const wanted = posts.filter(
    ({ created_ms }) => created_ms >= (paging.since ?? 0) && created_ms <= (paging.until ?? Number.POSITIVE_INFINITY),
  )
  const indexOf = (cursor: string) => wanted.findIndex((post) => cursorOf(post) === cursor)
  let start = 0
  if (paging.after !== undefined) start = indexOf(paging.after) + 1
  else if (paging.before !== undefined) start = Math.max(0, indexOf(paging.before) - limit)
  const page = wanted.slice(start, start + limit)
  const [first, last] = [page[0], page.at(-1)]
  if (!first || !last) return { data: [] }
  const cursors = { before: cursorOf(first), after: cursorOf(last) }
  const hasMore = start + limit < wanted.length
  return {
    data: page.map(show),
    paging: { cursors, ...(hasMore && { next: `${address}?limit=${limit}&after=${cursors.after}` }) },
  }
}
