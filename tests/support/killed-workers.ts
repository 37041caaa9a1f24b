import { channelIds } from '@/lib/channels/ids'
import { closeDatabase } from '@/lib/db/pool'
import { reloadEnv } from '@/lib/env'
import { controlAt } from './accounts'
import { bundled } from './bundle'
import { type Child, productEnv, startDatabase, startProcess, startSandboxProcess } from './product'

/** A database, a sandbox and publishers that are killed and started again: the stage of the fault tests. */
export type FaultWorld = {
  sandboxUrl: string
  control<T>(method: string, path: string, body?: unknown): Promise<T>
  /** How many publishers were started so far. */
  started(): number
  startWorker(slot: number): void
  /** SIGKILL, and another one in its place. */
  replaceWorker(slot: number): Promise<void>
  stop(): Promise<void>
}

/** Everything that is waited for is short here, so that a run sees many deaths and many doubts. */
const hurried = {
  PUBLISH_LEASE_SECONDS: '5',
  PUBLISH_CALL_TIMEOUT_SECONDS: '3',
  PUBLISH_POLL_SECONDS: '0.2',
  PUBLISH_CONCURRENCY: '30',
  ...Object.fromEntries(channelIds.map((id) => [`${id.toUpperCase()}_VISIBILITY_LAG_SECONDS`, '2'])),
}

export async function aFaultWorld(more: Record<string, string> = {}): Promise<FaultWorld> {
  const database = await startDatabase()
  const sandbox = await startSandboxProcess()
  const env: Record<string, string> = { ...productEnv(database.url, sandbox.url), ...hurried, ...more }
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
