import { Worker } from 'node:worker_threads'

/**
 * A statement of the embedded database runs in the thread that would have to end it: neither a timer nor a cancel gets
 * a turn meanwhile. So another thread looks. Whoever sees one turn last too long kills the process, which costs no
 * acknowledged write; the one that started it starts it again. Ticks are counted and no clock is read, as a machine that was
 * asleep has not been slow.
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
  const message = 'A statement did not end in ' + (ticks * tickMs) / 1000 + ' s. The database is started again.'
  try {
    writeSync(2, JSON.stringify({ time: new Date().toISOString(), level: 'error', event: 'database.endless', message }) + '\\n')
  } catch {}
  process.kill(process.pid, 'SIGKILL')
}, tickMs)
`

const tickMs = 250

/** Told where turns begin and end. */
export class TurnWatch {
  private readonly count = new Int32Array(new SharedArrayBuffer(4))
  private readonly worker: Worker

  /** @param seconds how long one turn may last */
  constructor(seconds: number) {
    const ticks = Math.ceil((seconds * 1000) / tickMs)
    const workerData = { turns: this.count.buffer, ticks, tickMs }
    this.worker = new Worker(watcher, { eval: true, execArgv: [], workerData })
    this.worker.unref()
  }

  /** The number is odd while a turn is under way. */
  turn(): void {
    Atomics.add(this.count, 0, 1)
  }

  async stop(): Promise<void> {
    await this.worker.terminate()
  }
}
