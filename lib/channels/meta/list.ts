import { z } from 'zod'
import type { CallOptions, Doubt } from '../channel'
import { earliestPossible, type Listed, type ListPage } from '../match'
import type { Graph, GraphParams } from './graph'

const pageSize = '50'

export type Edge<T> = {
  path: string
  fields: string
  item: z.ZodType<T>
  toListed(item: T): Listed
  /** Excludes items that cannot be the post. */
  isWanted?(item: T): boolean
  /** Replaces parameters of the request. */
  query?: GraphParams
}

/** Reads an edge of the account page by page, back to the earliest possible time of the post. */
export async function listEdge<T>(graph: Graph, edge: Edge<T>, doubt: Doubt, call: CallOptions): Promise<ListPage> {
  const Page = z.object({
    data: z.array(edge.item),
    paging: z
      .object({ cursors: z.object({ after: z.string().optional() }).optional(), next: z.string().optional() })
      .optional(),
  })
  const since = String(Math.floor(earliestPossible(doubt).getTime() / 1_000))
  const read = async (after: string | undefined): Promise<ListPage> => {
    const query = { fields: edge.fields, limit: pageSize, since, after, ...edge.query }
    const page = await graph.get(edge.path, query, Page, call)
    // Uses the cursor, because the `next` URL contains the token.
    const cursor = page.paging?.next === undefined ? undefined : page.paging.cursors?.after
    const wanted = page.data.filter((item) => edge.isWanted?.(item) ?? true)
    return { posts: wanted.map(edge.toListed), next: cursor === undefined ? null : () => read(cursor) }
  }
  return read(undefined)
}

/** `2026-06-01T10:00:00+0000`: `Date` need not support a zone without colon. */
export const graphTime = (value: string): Date => new Date(value.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
