import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { monotonicMs } from '@/lib/clock'

export type Child = {
  name: string
  /** Resolves when the process reports that it is ready. Rejects with StartFailed if it exits before that. */
  ready: Promise<void>
  stop(signal: NodeJS.Signals): void
  ended: Promise<void>
}

/** The reason why a process did not start. `code` is a system error code, such as EADDRINUSE. */
export class StartFailed extends Error {
  override name = 'StartFailed'
  constructor(
    readonly process: string,
    message: string,
    readonly code?: string,
  ) {
    super(message)
  }
}

/** A message of `parent-messages.ts`. */
type Message = { event?: string; message?: string; code?: string }

type ChildOptions = {
  name: string
  /** Arguments for node. */
  command: string[]
  env: NodeJS.ProcessEnv
  logDir: string
  /** Called with the exit code or signal when the process exits unexpectedly. */
  onCrash(code: number | string | null): void
  /** Called with messages for the user. */
  onNotice(message: string): void
}

/** A process that crashes after this time is restarted without a longer delay. */
const stableMs = 60_000

/**
 * Starts a child process and restarts it when it crashes, unless it never became ready. It has its own process group, so
 * that Ctrl-C in the terminal reaches only the parent. Its output goes to a log file.
 */
export function startChild({ name, command, env, logDir, onCrash, onNotice }: ChildOptions): Child {
  let child: ChildProcess
  let isStopping = false
  let isReady = false
  let restarts = 0
  const ready = deferred()
  // Prevents an unhandled rejection before the caller awaits it.
  ready.promise.catch(() => {})
  const ended = deferred()

  const start = (): void => {
    const log = openSync(join(logDir, `${name}.log`), 'a')
    child = spawn(process.execPath, command, { env, detached: true, stdio: ['ignore', log, log, 'ipc'] })
    closeSync(log)
    const startedMs = monotonicMs()
    let failure: Message = {}
    child.on('message', (message: Message) => {
      if (message.event === 'ready') {
        isReady = true
        ready.resolve()
      } else if (message.event === 'failed') failure = message
      else if (message.event === 'notice') onNotice(message.message ?? '')
    })
    child.once('exit', (code, signal) => {
      if (isStopping) return ended.resolve()
      if (!isReady) {
        isStopping = true
        const message = failure.message ?? `The ${name} did not start. See ${logDir}/${name}.log`
        ready.reject(new StartFailed(name, message, failure.code))
        return ended.resolve()
      }
      onCrash(signal ?? code)
      restarts = monotonicMs() - startedMs > stableMs ? 1 : restarts + 1
      setTimeout(() => (isStopping ? ended.resolve() : start()), Math.min(5_000, 250 * 2 ** Math.min(restarts, 5)))
    })
  }
  start()
  return {
    name,
    ready: ready.promise,
    ended: ended.promise,
    stop(signal) {
      isStopping = true
      if (child.exitCode !== null || child.signalCode !== null) ended.resolve()
      else child.kill(signal)
    },
  }
}

/** Promise.withResolvers, which Node 20 does not have. */
function deferred() {
  let resolve = (): void => {}
  let reject = (_error: Error): void => {}
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  return { promise, resolve: () => resolve(), reject: (error: Error) => reject(error) }
}
