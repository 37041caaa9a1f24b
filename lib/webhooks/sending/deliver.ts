import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs } from '@/lib/clock'
import { isOutage } from '@/lib/db/outage'
import type { Database } from '@/lib/db/pool'
import { type Result, recordResult } from './record-results'
import { type Attempt, send } from './send'

/** How long to retry recording a result. Another worker has the delivery by then. */
const recordingMs = 120_000
const recordingPauseMs = 500

/**
 * Sends a claimed delivery and records the result.
 *
 * @param onSent called after the response, before the result is recorded
 */
export async function deliver(
  db: Database,
  { target, claimed }: Pick<Result, 'target' | 'claimed'>,
  onSent: (isSuccess: boolean) => void = () => {},
): Promise<void> {
  let attempt: Attempt | undefined
  try {
    attempt = await send(target, claimed)
  } finally {
    onSent(attempt?.isSuccess ?? false)
  }
  await record(db, { target, claimed, attempt })
}

/** Retries while the database is down. A lost result would send the event again. */
async function record(db: Database, result: Result): Promise<void> {
  const deadlineMs = monotonicMs() + recordingMs
  for (;;) {
    try {
      await recordResult(db, result)
      return
    } catch (error) {
      if (!isOutage(error) || monotonicMs() > deadlineMs) throw error
      await sleep(recordingPauseMs)
    }
  }
}
