import { z } from 'zod'
import type { Run } from '../channel'
import { callSignal } from '../poll'
import type { Graph } from './graph'

const Permalink = z.object({ permalink: z.string().min(1) })

/** Null when it can't be read: a post that is out stays out, and the account's page has to do as its address. */
export async function readPermalink(graph: Graph, id: string, run: Run): Promise<string | null> {
  try {
    return (await graph.get(id, { fields: 'permalink' }, Permalink, { signal: callSignal(run) })).permalink
  } catch {
    return null
  }
}
