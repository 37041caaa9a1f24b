import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { monotonicMs } from '@/lib/clock'

export type Part = {
  name: string
  /** Resolves when it says that it is ready, rejects when it ends before it ever was. */
  ready: Promise<void>
  pid(): number | undefined
  stop(signal: NodeJS.Signals): void
  ended: Promise<void>
}

/** Why a part did not come up. `code` is the system's, such as EADDRINUSE. */
export class PartFailed extends Error {
  override name = 'PartFailed'
  constructor(
    readonly part: string,
    message: string,
    readonly code?: string,
  ) {
    super(message)
  }
}

/** What a part may send to the one that started it. */
type Message = { event?: string; message?: string; code?: string }

type PartOptions = {
  name: string
  /** Arguments of node. */
  command: string[]
  env: NodeJS.ProcessEnv
  logDir: string
  /** Called with its exit code, or the signal that ended it, when it was not told to end. */
  onCrash(code: number | string | null): void
  /** Called with what it has to say to people. */
  onNotice(message: string): void
}

/** A part that ran for so long before it died is not dying again and again, and is started again at once. */
const steadyMs = 60_000

/**
 * Starts a part of the product as a process of its own group, so that a Ctrl-C in the terminal reaches only the one
 * that started it. One that dies is started again, unless it never came up. Its output goes to a file.
 */
export function startPart(options: PartOptions): Part {
  const { name, command, env, logDir, onCrash, onNotice } = options
  let child: ChildProcess
  let isStopping = false
  let markReady = (): void => {}
  let markFailed = (_fault: PartFailed): void => {}
  let isReady = false
  let markEnded = (): void => {}
  const ready = new Promise<void>((resolve, reject) => {
    markReady = resolve
    markFailed = reject
  })
  // Whoever waits for it hears of it; before that nobody may be there yet.
  ready.catch(() => {})
  const ended = new Promise<void>((resolve) => {
    markEnded = resolve
  })
  let restarts = 0

  const start = (): void => {
    const log = openSync(join(logDir, `${name}.log`), 'a')
    child = spawn(process.execPath, command, { env, detached: true, stdio: ['ignore', log, log, 'ipc'] })
    closeSync(log)
    const startedMs = monotonicMs()
    let fault: Message = {}
    child.on('message', (message: Message) => {
      if (message.event === 'ready') {
        isReady = true
        markReady()
      } else if (message.event === 'failed') fault = message
      else if (message.event === 'notice') onNotice(message.message ?? '')
    })
    child.once('exit', (code, signal) => {
      if (isStopping) return markEnded()
      if (!isReady) {
        isStopping = true
        const why = fault.message ?? `The ${name} did not come up. See ${logDir}/${name}.log`
        markFailed(new PartFailed(name, why, fault.code))
        return markEnded()
      }
      onCrash(signal ?? code)
      restarts = monotonicMs() - startedMs > steadyMs ? 1 : restarts + 1
      setTimeout(() => (isStopping ? markEnded() : start()), Math.min(5_000, 250 * 2 ** Math.min(restarts, 5)))
    })
  }
  start()
  return {
    name,
    ready,
    ended,
    pid: () => child.pid,
    stop(signal) {
      isStopping = true
      if (child.exitCode !== null || child.signalCode !== null) markEnded()
      else child.kill(signal)
    },
  }
}
