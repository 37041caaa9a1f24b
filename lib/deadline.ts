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
