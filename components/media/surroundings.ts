/** What the world is to an upload, so that a test can be the world. */
export type Surroundings = {
  now: () => Date
  isOnline: () => boolean
  /** Resolves when the line is back, or when the signal aborts. */
  backOnline: (signal: AbortSignal) => Promise<void>
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

export const browser: Surroundings = {
  now: () => new Date(),
  isOnline: () => navigator.onLine !== false,
  backOnline: (signal) => happens(signal, (done) => listen(window, 'online', done)),
  sleep: (ms, signal) =>
    happens(signal, (done) => {
      const timer = setTimeout(done, ms)
      return () => clearTimeout(timer)
    }),
}

function listen(target: EventTarget, type: string, done: () => void): () => void {
  target.addEventListener(type, done)
  return () => target.removeEventListener(type, done)
}

function happens(signal: AbortSignal, start: (done: () => void) => () => void): Promise<void> {
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
