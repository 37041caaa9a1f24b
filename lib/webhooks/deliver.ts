import { setTimeout as sleep } from 'node:timers/promises'
import { isOutage } from '@/lib/db/outage'
import type { Database } from '@/lib/db/pool'
import { TransportFault } from '@/lib/outbound/request'
import { release } from './claim'
import { type Attempt, send } from './send'
import { type Result, settle } from './settle'

/** A result that cannot be recorded is kept so long; by then the delivery is somebody else's. */
const recordingSeconds = 120
const recordingPauseMs = 500

/**
 * Sends a delivery that this worker holds, and records what came of it.
 *
 * @param onSent called when the call has ended, before it is recorded
 * @returns null when it was cut off by `signal` and given back
 */
export async function deliver(
  db: Database,
  { target, claimed }: Pick<Result, 'target' | 'claimed'>,
  { signal, onSent = () => {} }: { signal: AbortSignal; onSent?: (isSuccess: boolean) => void },
): Promise<Attempt | null> {
  let attempt: Attempt
  try {
    attempt = await send(target, claimed, signal)
  } catch (fault) {
    onSent(false)
    if (!(fault instanceof TransportFault && fault.code === 'cancelled')) throw fault
    await release(db, claimed)
    return null
  }
  onSent(attempt.isSuccess)
  await record(db, { target, claimed, attempt }, signal)
  return attempt
}

/** While the database is away the result is kept: forgotten, the receiver would get the event once more for nothing. */
async function record(db: Database, result: Result, signal: AbortSignal): Promise<void> {
  for (let left = (recordingSeconds * 1_000) / recordingPauseMs; ; left--) {
    try {
      await settle(db, result)
      return
    } catch (error) {
      if (!isOutage(error) || left <= 0 || signal.aborted) throw error
      await sleep(recordingPauseMs, undefined, { signal }).catch(() => {})
    }
  }
}
