import { channelIds } from '@/lib/channel-ids'
import { closeDatabase } from '@/lib/db/pool'
import { reloadEnv } from '@/lib/env'
import { createDatabase } from '../database/test-database'
import { bundled } from '../processes/bundle'
import { type Child, startProcess } from '../processes/child-process'
import { controlAt } from '../sandbox/accounts'
import { productEnv, startSandboxProcess } from '../servers/product'

/** A database, a sandbox and publishing workers that a test kills and restarts. */
export type Publishers = {
  sandboxUrl: string
  control<T>(method: string, path: string, body?: unknown): Promise<T>
  /** Number of workers started so far. */
  started(): number
  startWorker(slot: number): void
  /** Kills a worker with SIGKILL and starts another. */
  replaceWorker(slot: number): Promise<void>
  stop(): Promise<void>
}

/** Short waits, so that a run has many kills and unknown outcomes. */
const shortWaits = {
  PUBLISH_LEASE_SECONDS: '5',
  PUBLISH_CALL_TIMEOUT_SECONDS: '3',
  PUBLISH_POLL_SECONDS: '0.2',
  PUBLISH_CONCURRENCY: '30',
  ...Object.fromEntries(channelIds.map((id) => [`${id.toUpperCase()}_VISIBILITY_LAG_SECONDS`, '2'])),
}

export async function startPublishers(more: Record<string, string> = {}): Promise<Publishers> {
  const database = await createDatabase()
  const sandbox = await startSandboxProcess()
  const env: Record<string, string> = { ...productEnv(database.url, sandbox.url), ...shortWaits, ...more }
  Object.assign(process.env, env, { LOG_LEVEL: 'silent', DATABASE_POOL_MAX: '5' })
  reloadEnv()
  const workers: Child[] = []
  let started = 0
  const startWorker = (slot: number): void => {
    started += 1
    workers[slot] = startProcess(`fault-worker-${slot}`, bundled('tests/faults/worker.ts'), {
      ...env,
      LOG_LEVEL: 'warn',
    })
  }
  return {
    sandboxUrl: sandbox.url,
    control: (method, path, body) => controlAt(sandbox.url, method, path, body),
    started: () => started,
    startWorker,
    async replaceWorker(slot) {
      await workers[slot]?.kill('SIGKILL')
      startWorker(slot)
    },
    async stop() {
      for (const worker of workers) await worker.kill('SIGKILL')
      await closeDatabase()
      await sandbox.stop()
      await database.stop()
    },
  }
}
