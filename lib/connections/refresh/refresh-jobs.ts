import { type Database, transaction } from '@/lib/db/pool'
import { log } from '@/lib/logger'
import { notifyExpiry, notifyExpiryTier } from './notices'
import { type Need, type RefreshResult, refreshConnection } from './refresh'
import { listExpiring, listUrgent } from './repository'

/** Refreshed a week before expiry, so that seven daily runs can fail without an effect. */
const daily: Need = { why: 'expiring', withinSeconds: 7 * 86_400 }
const interrupted: Need = { why: 'interrupted' }
/** Short-lived tokens are refreshed this long before they expire. */
const aheadSeconds = 20 * 60
const concurrency = 8
const batch = 200

type Counts = Partial<Record<RefreshResult['state'], number>>

/** Daily run: refreshes connections that expire within 7 days, and reports those that expire within 30. */
export async function refreshTokens(db: Database): Promise<Counts> {
  const counts: Counts = {}
  let after: string | null = null
  do {
    const ids: string[] = await listExpiring(db, after, batch)
    await runInParallel(ids, async (id) => {
      const { state } = await refreshConnection(db, id, daily)
      counts[state] = (counts[state] ?? 0) + 1
      if (state === 'refreshed') return
      await notifyExpiryTier(db, id)
      if (state === 'impossible') await transaction(db, (tx) => notifyExpiry(tx, id))
    })
    after = ids.length === batch ? (ids.at(-1) ?? null) : null
  } while (after !== null)
  log.info('connections.refreshed', counts)
  return counts
}

/**
 * Connections that cannot wait for the daily run: interrupted or retryable refreshes, short-lived tokens near expiry,
 * expired tokens not reported yet, and due reminders.
 */
export async function refreshUrgent(db: Database): Promise<void> {
  const urgent = await listUrgent(db, aheadSeconds, batch)
  await runInParallel(urgent, async ({ id, was_interrupted }) => {
    const { state } = await refreshConnection(db, id, was_interrupted ? interrupted : daily)
    if (state === 'impossible') await transaction(db, (tx) => notifyExpiry(tx, id))
  })
}

/** An unexpected error of one item does not stop the others; the first one is thrown at the end. */
async function runInParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values()
  const errors: unknown[] = []
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const item of rest) await work(item).catch((error: unknown) => errors.push(error))
    }),
  )
  if (errors.length > 0) throw errors[0]
}
