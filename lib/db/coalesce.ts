import { setTimeout as sleep } from 'node:timers/promises'
import { isOutage } from './outage'
import type { Database } from './pool'

export type Sharing = { maxItems?: number; gatherMs?: number }

type Waiting<In, Out> = { item: In; resolve(out: Out): void; reject(error: unknown): void }

/**
 * Lets calls that arrive while one is under way share the next one: a lone call goes at once, a hundred at the same
 * time become two statements instead of a hundred. A batch that fails is tried again item by item, so that one bad
 * item costs the others nothing but time. Not so when the database was away: the batch may have been committed after
 * all, and nobody should wait while a hundred find out one after another that it still is.
 *
 * @param work gets at least one item, and answers with one result per item in their order
 * @param gatherMs how long calls are gathered before the next batch, once there are several at a time. On a database
 *   that answers at once hardly two would meet otherwise, and each pays for a statement of its own.
 */
export function coalesce<In, Out>(
  work: (items: In[]) => Promise<Out[]>,
  { maxItems = 100, gatherMs = 0 }: Sharing = {},
): (item: In) => Promise<Out> {
  const waiting: Waiting<In, Out>[] = []
  let isRunning = false

  async function runAlone({ item, resolve, reject }: Waiting<In, Out>): Promise<void> {
    try {
      const [out] = await work([item])
      resolve(out as Out)
    } catch (error) {
      reject(error)
    }
  }

  async function runBatch(batch: Waiting<In, Out>[]): Promise<void> {
    const [only, ...others] = batch
    if (only && others.length === 0) return runAlone(only)
    try {
      const outs = await work(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(outs[index] as Out)
    } catch (error) {
      if (isOutage(error)) for (const { reject } of batch) reject(error)
      else for (const each of batch) await runAlone(each)
    }
  }

  async function drain(): Promise<void> {
    isRunning = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxItems)
      await runBatch(batch)
      const areMany = batch.length + waiting.length > 1
      if (gatherMs > 0 && areMany && waiting.length < maxItems) await sleep(gatherMs)
    }
    isRunning = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isRunning) void drain()
    })
}

/** One coalescer per database: a test has another than the process's own. */
export function perDatabase<In, Out>(
  work: (db: Database, items: In[]) => Promise<Out[]>,
  sharing?: Sharing,
): (db: Database, item: In) => Promise<Out> {
  const known = new WeakMap<Database, (item: In) => Promise<Out>>()
  return (db, item) => {
    let call = known.get(db)
    if (!call) {
      call = coalesce((items) => work(db, items), sharing)
      known.set(db, call)
    }
    return call(item)
  }
}
