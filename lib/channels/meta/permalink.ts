import { z } from 'zod'
import type { Run } from '../channel'
import { singleCall } from '../poll'
import type { Graph } from './graph'

const Permalink = z.object({ permalink: z.string().min(1) })

/** Null if it cannot be read. The post is published anyway, so the account's page is used instead. */
export async function readPermalink(graph: Graph, id: string, run: Run): Promise<string | null> {
  try {
    return (await graph.get(id, { fields: 'permalink' }, Permalink, singleCall(run))).permalink
  } catch {
    return null
  }
}
