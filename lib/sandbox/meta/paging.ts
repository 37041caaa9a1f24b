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

/** One page of posts that come newest first, in the Graph API's `data` and `paging`. */
export function graphPage(
  posts: Iterable<LedgerPost>,
  paging: Paging,
  show: (post: LedgerPost) => unknown,
  address: string,
): { data: unknown[]; paging?: unknown } {
  const limit = paging.limit ?? 25
  const { page, hasMore } = takePage(posts, paging, limit)
  const [first, last] = [page[0], page.at(-1)]
  if (!first || !last) return { data: [] }
  const cursors = { before: cursorOf(first), after: cursorOf(last) }
  return {
    data: page.map(show),
    paging: { cursors, ...(hasMore && { next: `${address}?limit=${limit}&after=${cursors.after}` }) },
  }
}

function takePage(
  posts: Iterable<LedgerPost>,
  paging: Paging,
  limit: number,
): { page: LedgerPost[]; hasMore: boolean } {
  const { after, before, since = 0, until = Number.POSITIVE_INFINITY } = paging
  let page: LedgerPost[] = []
  let isOpen = after === undefined
  for (const post of posts) {
    if (post.created_ms < since || (before !== undefined && cursorOf(post) === before)) break
    if (post.created_ms > until) continue
    if (!isOpen) isOpen = cursorOf(post) === after
    // Backwards, the page is the last ones before the cursor; so everything is passed, and little is kept.
    else if (before !== undefined) page = [...page, post].slice(-limit)
    else if (page.length === limit) return { page, hasMore: true }
    else page.push(post)
  }
  return { page, hasMore: before !== undefined }
}
