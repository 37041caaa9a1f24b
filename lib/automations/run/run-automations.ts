import { monotonicMs } from '@/lib/clock'
import { isOutage } from '@/lib/db/outage'
import type { Database } from '@/lib/db/pool'
import { log } from '@/lib/logger'
import { databaseTime, findPending, markChecked, type Pending } from './find-pending'
import { handleTriggers, type RunCounts } from './handle-triggers'
import { noteFailure } from './note-failure'

/** Ends before the next run. What is left is pending then. */
const longestMs = 50_000

/** Handles everything that triggered an automation. Each pass makes at most ten stories per automation. */
export async function runAutomations(db: Database): Promise<RunCounts> {
  const counts: RunCounts = { scheduled: 0, drafts: 0, skipped: 0, failed: 0 }
  const endMs = monotonicMs() + longestMs
  const startedAt = await databaseTime(db)
  while (monotonicMs() < endMs) {
    const { pending, now } = await findPending(db)
    for (const one of pending) add(counts, await handle(db, one, now))
    if (pending.length > 0) continue
    await markChecked(db, startedAt)
    break
  }
  return counts
}

/** If triggers fail together, each is handled alone, so that one cannot stop the others. */
async function handle(db: Database, pending: Pending, now: Date): Promise<RunCounts> {
  try {
    return await handleTriggers(db, pending, now)
  } catch (error) {
    if (isOutage(error)) throw error
    const counts: RunCounts = { scheduled: 0, drafts: 0, skipped: 0, failed: 0 }
    const { automation, triggers } = pending
    const [only, ...others] = triggers
    if (only && others.length === 0) {
      log.error('automations.failed', { automation_id: automation.id, cause: error })
      await noteFailure(db, automation, only, now)
      return { ...counts, failed: 1 }
    }
    for (const trigger of triggers) add(counts, await handle(db, { automation, triggers: [trigger] }, now))
    return counts
  }
}

function add(counts: RunCounts, more: RunCounts): void {
  counts.scheduled += more.scheduled
  counts.drafts += more.drafts
  counts.skipped += more.skipped
  counts.failed += more.failed
}
