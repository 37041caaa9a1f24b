const nothing = (): void => {}

/**
 * A signal that aborts after so many milliseconds, with a `TimeoutError`.
 *
 * Not `AbortSignal.timeout` alone: what `AbortSignal.any` makes of one holds it weakly, so that in Node 20 the next
 * garbage collection took the timeout away and the call had no deadline any more. A listener of its own keeps it.
 */
export function deadlineIn(ms: number): AbortSignal {
  const signal = AbortSignal.timeout(ms)
  signal.addEventListener('abort', nothing, { once: true })
  return signal
}

/**
 * The same for what is done thousands of times a second and mostly long before: `clear()` lets go of the timer. Without
 * it each would live on to its end, and the garbage collector would have ten seconds' worth of them to look after.
 */
export function clearableDeadlineIn(ms: number): { signal: AbortSignal; clear(): void } {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new DOMException('The deadline has passed.', 'TimeoutError')), ms)
  return { signal: controller.signal, clear: () => clearTimeout(timer) }
}
