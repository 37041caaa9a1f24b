import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { env } from '@/lib/env'
import { log } from '@/lib/logger'
import { claimDue, msUntilDue } from './claim/claim-due'
import { publishItem } from './publish-item'
import { saveHeartbeat } from './worker-heartbeat'

/**
 * Delay before claiming again after a row is done, so that rows are claimed together. Longer while many rows are in
 * progress: each claim ranks all due rows.
 */
const regroupMs = (rowsInProgress: number): number => (rowsInProgress > 50 ? 100 : 25)
const heartbeatMs = 5_000

export type Publisher = { readonly id: string; stop(graceMs: number): Promise<void> }

/**
 * Publishes due rows until it is stopped. It claims rows up to its concurrency, then sleeps until the next row is due
 * or the poll interval ends. Any number of workers may run at once.
 */
export function startPublisher(db: Database): Publisher {
  const id = `${hostname()}-${process.pid}-${randomBytes(3).toString('hex')}`
  const stopping = new AbortController()
  // One signal per post: a shared one with hundreds of listeners would be slow to add to and remove from.
  const inProgress = new Map<Promise<unknown>, AbortController>()
  let wasWoken = false
  let endSleep = (): void => {}
  const wake = (): void => {
    wasWoken = true
    endSleep()
  }
  let lastHeartbeatMs = Number.NEGATIVE_INFINITY

  async function look(): Promise<number> {
    const settings = env()
    const free = settings.PUBLISH_CONCURRENCY - inProgress.size
    if (performance.now() - lastHeartbeatMs > heartbeatMs) {
      await saveHeartbeat(db, id)
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
      const abandon = new AbortController()
      const job = publishItem(db, claim, abandon.signal).finally(() => {
        inProgress.delete(job)
        wake()
      })
      inProgress.set(job, abandon)
    }
    const untilDue = claims.length === 0 ? await msUntilDue(db) : null
    const pollMs = settings.PUBLISH_POLL_SECONDS * 1000
    // A due row that was not claimed waits for its connection, so do not poll again immediately.
    return untilDue !== null && untilDue > 0 ? Math.min(pollMs, untilDue + 1) : pollMs
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      let sleepMs = env().PUBLISH_POLL_SECONDS * 1000
      wasWoken = false
      try {
        sleepMs = await look()
      } catch (error) {
        log.warn('publisher.poll_failed', { worker: id, cause: error })
      }
      await new Promise<void>((resolve) => {
        // A row may have finished during the query.
        const timer = setTimeout(resolve, wasWoken ? regroupMs(inProgress.size) : sleepMs)
        endSleep = () => {
          endSleep = () => {}
          clearTimeout(timer)
          setTimeout(resolve, regroupMs(inProgress.size))
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
      await Promise.race([ended.then(() => Promise.allSettled(inProgress.keys())), grace])
      // Sends still in progress have an unknown outcome. The next worker checks them at the network.
      for (const abandon of inProgress.values()) abandon.abort()
      await Promise.race([
        Promise.allSettled(inProgress.keys()),
        new Promise((resolve) => setTimeout(resolve, 1_000).unref()),
      ])
      await sql`update workers set stopped_at = now() where id = ${id}`.execute(db).catch(() => {})
      log.info('publisher.stopped', { worker: id })
    },
  }
}
