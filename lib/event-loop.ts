import { monotonicMs } from './clock'

/** Requests may block the event loop for 100 ms at most, on slow machines too. */
const holdMs = 15

/**
 * For long synchronous work: await the result between steps. It yields to other requests when the last steps took too
 * long.
 */
export function yielding(): () => Promise<void> {
  let since = monotonicMs()
  return async () => {
    if (monotonicMs() - since < holdMs) return
    await new Promise(setImmediate)
    since = monotonicMs()
  }
}
