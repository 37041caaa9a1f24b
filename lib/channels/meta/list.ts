import { z } from 'zod'
import type { CallOptions, Doubt } from '../channel'
import { earliestPossible, type Listed, type ListPage } from '../match'
import type { Graph } from './graph'

const pageSize = '50'

export type Edge<T> = {
  path: string
  fields: string
  item: z.ZodType<T>
  toListed(item: T): Listed
  /** Leaves out what cannot be the post, whatever it says. */
  isWanted?(item: T): boolean
}

/** Reads an edge of the account back to the earliest moment that the doubt allows, page by page. */
export async function listEdge<T>(graph: Graph, edge: Edge<T>, doubt: Doubt, call: CallOptions): Promise<ListPage> {
  const Page = z.object({
    data: z.array(edge.item),
    paging: z
      .object({ cursors: z.object({ after: z.string().optional() }).optional(), next: z.string().optional() })
      .optional(),
  })
  const since = String(Math.floor(earliestPossible(doubt).getTime() / 1_000))
  const read = async (after: string | undefined): Promise<ListPage> => {
    const page = await graph.get(edge.path, { fields: edge.fields, limit: pageSize, since, after }, Page, call)
    // `next` repeats the token in its query, so the cursor is used and the address is not.
    const cursor = page.paging?.next === undefined ? undefined : page.paging.cursors?.after
    const wanted = page.data.filter((item) => edge.isWanted?.(item) ?? true)
    return { posts: wanted.map(edge.toListed), next: cursor === undefined ? null : () => read(cursor) }
  }
  return read(undefined)
}

/** `2026-06-01T10:00:00+0000`: the zone without its colon, which `Date` does not have to understand. */
export const graphTime = (value: string): Date => new Date(value.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
