import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs } from '@/lib/clock'
import { isOutage } from '@/lib/db/outage'
import type { Database } from '@/lib/db/pool'
import { type Attempt, send } from './send'
import { type Result, settle } from './settle'

/** A result that cannot be recorded is kept so long; by then the delivery is somebody else's. */
const recordingMs = 120_000
const recordingPauseMs = 500

/**
 * Sends a delivery that this worker holds, and records what came of it.
 *
 * @param onSent called when the call has ended, before it is recorded
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

/** While the database is away the result is kept: forgotten, the receiver would get the event once more for nothing. */
async function record(db: Database, result: Result): Promise<void> {
  const deadlineMs = monotonicMs() + recordingMs
  for (;;) {
    try {
      await settle(db, result)
      return
    } catch (error) {
      if (!isOutage(error) || monotonicMs() > deadlineMs) throw error
      await sleep(recordingPauseMs)
    }
  }
}
