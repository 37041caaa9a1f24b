import { monotonicMs } from './clock'

/** Requests may hold the event loop for 100 ms at most, on slow machines too. */
const holdMs = 15

/**
 * For work that goes on and on without waiting for anything: await the result between its steps, and other requests
 * get their turn whenever the steps since the last one took too long.
 */
export function yielding(): () => Promise<void> {
  let since = monotonicMs()
  return async () => {
    if (monotonicMs() - since < holdMs) return
    await new Promise(setImmediate)
    since = monotonicMs()
  }
}
