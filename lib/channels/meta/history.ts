import { z } from 'zod'
import type { CallOptions } from '../channel'
import type { PastPage, PastPost } from '../history/history'
import type { Graph } from './graph'

const pageSize = '50'

/** One page of an edge of the account. */
export async function readEdgePage<T>(
  graph: Graph,
  edge: { path: string; fields: string; item: z.ZodType<T>; toPast(item: T): PastPost | null },
  { cursor, since }: { cursor: string | null; since: Date },
  call: CallOptions,
): Promise<PastPage> {
  const Page = z.object({
    data: z.array(edge.item),
    paging: z
      .object({ cursors: z.object({ after: z.string().optional() }).optional(), next: z.string().optional() })
      .optional(),
  })
  const query = {
    fields: edge.fields,
    limit: pageSize,
    since: String(Math.floor(since.getTime() / 1_000)),
    after: cursor ?? undefined,
  }
  const page = await graph.get(edge.path, query, Page, call)
  // Uses the cursor, because the `next` URL contains the token.
  const next = page.paging?.next === undefined ? null : (page.paging.cursors?.after ?? null)
  return { posts: page.data.flatMap((item) => edge.toPast(item) ?? []), next }
}
