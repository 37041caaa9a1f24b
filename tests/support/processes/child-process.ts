import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Logs of all processes that tests start. The leak check searches them for credentials at the end of a run. */
export const logDir = join(process.cwd(), '.test', 'logs')

export type Child = { process: ChildProcess; kill(signal?: NodeJS.Signals): Promise<void> }

/** Starts a Node process and writes its output to the log folder. */
export function startProcess(name: string, command: string[], env: Record<string, string>): Child {
  mkdirSync(logDir, { recursive: true })
  const log = openSync(join(logDir, `${name}.log`), 'a')
  const child = spawn(process.execPath, command, {
    env: { ...process.env, ...env },
    stdio: ['ignore', log, log, 'ipc'],
  })
  return {
    process: child,
    async kill(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
  }
}

export const script = (file: string, ...args: string[]): string[] => ['--import', 'tsx', file, ...args]

export const until = async (isTrue: () => Promise<boolean>, what: string, seconds = 120): Promise<void> => {
  const deadline = performance.now() + seconds * 1000
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`${what} did not start within ${seconds} s; see ${logDir}`)
    await sleep(50)
  }
}
