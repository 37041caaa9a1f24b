/** Browser APIs that uploads use. Tests replace them. */
export type BrowserEnvironment = {
  now: () => Date
  isOnline: () => boolean
  /** Resolves when the browser is online or the signal aborts. */
  untilOnline: (signal: AbortSignal) => Promise<void>
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

export const browser: BrowserEnvironment = {
  now: () => new Date(),
  isOnline: () => navigator.onLine !== false,
  untilOnline: (signal) => untilDone(signal, (done) => listen(window, 'online', done)),
  sleep: (ms, signal) =>
    untilDone(signal, (done) => {
      const timer = setTimeout(done, ms)
      return () => clearTimeout(timer)
    }),
}

function listen(target: EventTarget, type: string, done: () => void): () => void {
  target.addEventListener(type, done)
  return () => target.removeEventListener(type, done)
}

function untilDone(signal: AbortSignal, start: (done: () => void) => () => void): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = (): void => {
      stop()
      signal.removeEventListener('abort', done)
      resolve()
    }
    const stop = start(done)
    signal.addEventListener('abort', done)
  })
}
