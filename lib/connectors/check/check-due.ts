import { monotonicMs } from '@/lib/clock'
import { isOutage } from '@/lib/db/outage'
import type { Database } from '@/lib/db/pool'
import { log } from '@/lib/logger'
import { check, claimDue } from './check-connector'

/** Most of the time is spent waiting for sources. */
const concurrency = 16
/** No new check starts after this. The job runs every minute. */
const longestMs = 50_000

/** Checks all connectors that are due, several at once. */
export async function checkDue(db: Database): Promise<{ checked: number; new_items: number }> {
  const counts = { checked: 0, new_items: 0 }
  const endMs = monotonicMs() + longestMs
  const work = async (): Promise<void> => {
    while (monotonicMs() < endMs) {
      const row = await claimDue(db)
      if (!row) return
      const added = await check(db, row)
      counts.new_items += added
      counts.checked += 1
    }
  }
  const results = await Promise.allSettled(Array.from({ length: concurrency }, work))
  const outage = results.find((result) => result.status === 'rejected')
  if (outage && !isOutage(outage.reason)) log.error('connectors.failed', { cause: outage.reason })
  if (outage) throw outage.reason
  return counts
}
