import { randomBytes } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { env } from '@/lib/env'
import { log } from '@/lib/logger'
import { claimDue, msUntilDue } from './claim'
import { notifyLooked } from './due'
import { publishItem } from './publish-item'

/** After a row is done, new ones are claimed together this much later, not one by one. */
const regroupMs = 25
const heartbeatMs = 5_000

export type Publisher = { readonly id: string; stop(graceMs: number): Promise<void> }

/**
 * The loop that posts due rows until it is stopped: claims as many as it has room for, sleeps until the next one is
 * due or the poll comes round. Any number may run at once.
 */
export function startPublisher(db: Database): Publisher {
  const id = `${hostname()}-${process.pid}-${randomBytes(3).toString('hex')}`
  const stopping = new AbortController()
  const abandon = new AbortController()
  // Every post under way may wait on it, and that is no leak.
  setMaxListeners(0, abandon.signal)
  const underWay = new Set<Promise<unknown>>()
  let isWoken = false
  let wakeSleeper = (): void => {}
  const wake = (): void => {
    isWoken = true
    wakeSleeper()
  }
  let lastHeartbeatMs = Number.NEGATIVE_INFINITY

  async function look(): Promise<number> {
    const settings = env()
    const free = settings.PUBLISH_CONCURRENCY - underWay.size
    if (performance.now() - lastHeartbeatMs > heartbeatMs) {
      await notifyLooked(db, id)
      lastHeartbeatMs = performance.now()
    }
    if (free <= 0) return settings.PUBLISH_POLL_SECONDS * 1000
    const claims = await claimDue(db, {
      worker: id,
      limit: free,
      perConnection: settings.PUBLISH_CONCURRENCY_PER_CONNECTION,
      leaseSeconds: settings.PUBLISH_LEASE_SECONDS,
    })
    for (const claim of claims) {
      const job = publishItem(db, claim, abandon.signal).finally(() => {
        underWay.delete(job)
        wake()
      })
      underWay.add(job)
    }
    const untilDue = claims.length === 0 ? await msUntilDue(db) : null
    const pollMs = settings.PUBLISH_POLL_SECONDS * 1000
    // A due row that was not taken waits for its connection, so there is no use in asking again at once.
    return untilDue !== null && untilDue > 0 ? Math.min(pollMs, untilDue + 1) : pollMs
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      let sleepMs = env().PUBLISH_POLL_SECONDS * 1000
      isWoken = false
      try {
        sleepMs = await look()
      } catch (error) {
        log.warn('publisher.look_failed', { worker: id, cause: error })
      }
      await new Promise<void>((resolve) => {
        // A row that was done during the look has made room already.
        const timer = setTimeout(resolve, isWoken ? regroupMs : sleepMs)
        wakeSleeper = () => {
          wakeSleeper = () => {}
          clearTimeout(timer)
          setTimeout(resolve, regroupMs)
        }
        if (stopping.signal.aborted) resolve()
      })
    }
  }

  const ended = loop()
  log.info('publisher.started', { worker: id })
  return {
    id,
    async stop(graceMs) {
      stopping.abort()
      wake()
      const grace = new Promise((resolve) => setTimeout(resolve, graceMs).unref())
      await Promise.race([ended.then(() => Promise.allSettled([...underWay])), grace])
      // What is still under way is left in doubt, and the next worker asks the network what became of it.
      abandon.abort()
      await Promise.race([
        Promise.allSettled([...underWay]),
        new Promise((resolve) => setTimeout(resolve, 1_000).unref()),
      ])
      await sql`update workers set stopped_at = now() where id = ${id}`.execute(db).catch(() => {})
      log.info('publisher.stopped', { worker: id })
    },
  }
}
