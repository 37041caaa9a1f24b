import { isOutage } from './outage'
import type { Database } from './pool'

type Waiting<In, Out> = { item: In; resolve(out: Out): void; reject(error: unknown): void }

/**
 * Lets calls that arrive while one is under way share the next one: a lone call goes at once, a hundred at the same
 * time become two statements instead of a hundred. A batch that fails is tried again item by item, so that one bad
 * item costs the others nothing but time. Not so when the database was away: the batch may have been committed after
 * all, and nobody should wait while a hundred find out one after another that it still is.
 *
 * @param work gets at least one item, and answers with one result per item in their order
 */
export function coalesce<In, Out>(work: (items: In[]) => Promise<Out[]>, maxItems = 100): (item: In) => Promise<Out> {
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
    while (waiting.length > 0) await runBatch(waiting.splice(0, maxItems))
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
  maxItems?: number,
): (db: Database, item: In) => Promise<Out> {
  const known = new WeakMap<Database, (item: In) => Promise<Out>>()
  return (db, item) => {
    let call = known.get(db)
    if (!call) {
      call = coalesce((items) => work(db, items), maxItems)
      known.set(db, call)
    }
    return call(item)
  }
}
