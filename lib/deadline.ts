const nothing = (): void => {}

/**
 * A signal that aborts with a `TimeoutError` after this time. `AbortSignal.timeout` is not enough: `AbortSignal.any`
 * references it weakly, so in Node 20 garbage collection may remove the timeout. A listener keeps it alive.
 */
export function deadlineIn(ms: number): AbortSignal {
  const signal = AbortSignal.timeout(ms)
  signal.addEventListener('abort', nothing, { once: true })
  return signal
}

/**
 * Like `deadlineIn`, for frequent short operations: `clear()` releases the timer. Otherwise each would stay in memory
 * until its deadline.
 *
 * @param parent also aborts the signal. Cheaper than `AbortSignal.any`
 */
export function clearableDeadlineIn(ms: number, parent?: AbortSignal): { signal: AbortSignal; clear(): void } {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new DOMException('The deadline has passed.', 'TimeoutError')), ms)
  const follow = (): void => controller.abort(parent?.reason)
  if (parent?.aborted) follow()
  else parent?.addEventListener('abort', follow, { once: true })
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer)
      parent?.removeEventListener('abort', follow)
    },
  }
}
