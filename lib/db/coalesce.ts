import { setTimeout as sleep } from 'node:timers/promises'
import { isOutage } from './outage'
import type { Database } from './pool'

export type Sharing = { maxItems?: number; gatherMs?: number }

type Waiting<In, Out> = { item: In; resolve(out: Out): void; reject(error: unknown): void }

/**
 * Batches calls that start together or arrive while others are running: a single call runs at once, a hundred
 * concurrent calls become one statement. A failed batch is retried item by item, so one bad item fails alone. After an outage it is not retried:
 * the batch may have been committed, and a hundred retries would all wait.
 *
 * @param work gets at least one item and returns one result per item, in order
 * @param gatherMs how long to collect calls before the next batch, if there are several. On a fast database few calls
 * would share a batch otherwise.
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
    // Calls of the same moment share the first batch too.
    await null
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

/** One coalescer per database. Tests use their own database. */
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
