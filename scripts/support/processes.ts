import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'

export type Part = {
  name: string
  /** Resolves when it says that it is ready, or is seen to be. */
  ready: Promise<void>
  pid(): number | undefined
  stop(signal: NodeJS.Signals): void
  ended: Promise<void>
}

type PartOptions = {
  name: string
  /** Arguments of node. */
  command: string[]
  env: NodeJS.ProcessEnv
  logDir: string
  /** Called with its exit code, or the signal that ended it, when it was not told to end. */
  onCrash(code: number | string | null): void
}

/**
 * Starts a part of the product as a process of its own group, so that a Ctrl-C in the terminal reaches only the one
 * that started it, and restarts it when it dies. Its output goes to a file.
 */
export function startPart(options: PartOptions): Part {
  const { name, command, env, logDir, onCrash } = options
  let child: ChildProcess
  let isStopping = false
  let markReady = (): void => {}
  let markEnded = (): void => {}
  const ready = new Promise<void>((resolve) => {
    markReady = resolve
  })
  const ended = new Promise<void>((resolve) => {
    markEnded = resolve
  })
  let restarts = 0

  const start = (): void => {
    const log = openSync(join(logDir, `${name}.log`), 'a')
    child = spawn(process.execPath, command, { env, detached: true, stdio: ['ignore', log, log, 'ipc'] })
    closeSync(log)
    child.on('message', (message) => {
      const { event } = message as { event?: string }
      if (event === 'ready' || event?.endsWith('.ready')) markReady()
    })
    child.once('exit', (code, signal) => {
      if (isStopping) return markEnded()
      onCrash(signal ?? code)
      restarts += 1
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
