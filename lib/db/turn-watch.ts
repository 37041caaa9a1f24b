import { Worker } from 'node:worker_threads'

/**
 * A statement of the embedded database blocks the main thread, so timers and cancel requests cannot run. A worker
 * thread watches it and kills the process if one turn takes too long. No acknowledged write is lost, and the parent
 * process restarts it. It counts ticks instead of reading a clock, so sleep of the machine does not count.
 */
const watcher = `
const { workerData: { turns, ticks, tickMs } } = require('node:worker_threads')
const { writeSync } = require('node:fs')
const count = new Int32Array(turns)
let seen = 0
let same = 0
setInterval(() => {
  const now = Atomics.load(count, 0)
  same = now === seen ? same + 1 : 0
  seen = now
  if (now % 2 === 0 || same < ticks) return
  const message = 'A statement did not finish within ' + (ticks * tickMs) / 1000 + ' s. The database is restarting.'
  try {
    writeSync(2, JSON.stringify({ time: new Date().toISOString(), level: 'error', event: 'database.endless', message }) + '\\n')
  } catch {}
  process.kill(process.pid, 'SIGKILL')
}, tickMs)
`

const tickMs = 250

/** Kills the process if a turn takes too long. */
export class TurnWatch {
  private readonly count = new Int32Array(new SharedArrayBuffer(4))
  private readonly worker: Worker

  /** @param seconds max duration of a turn */
  constructor(seconds: number) {
    const ticks = Math.ceil((seconds * 1000) / tickMs)
    const workerData = { turns: this.count.buffer, ticks, tickMs }
    this.worker = new Worker(watcher, { eval: true, execArgv: [], workerData })
    this.worker.unref()
  }

  /** Called at the start and end of a turn. The counter is odd during a turn. */
  turn(): void {
    Atomics.add(this.count, 0, 1)
  }

  async stop(): Promise<void> {
    await this.worker.terminate()
  }
}
