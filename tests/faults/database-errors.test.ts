import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { migrate } from '@/lib/db/migrate'
import { closeDatabase } from '@/lib/db/pool'
import type { DatabaseServer } from '@/tests/support/database/postgres'
import { databaseKind, startDatabase } from '@/tests/support/database/test-database'
import { aCaller, type Caller, useEnvironment } from '@/tests/support/faults/callers'
import { eventually } from '@/tests/support/faults/eventually'
import {
  connectThreads,
  expectToPublish,
  expectUnavailable,
  lostOf,
  startLoad,
  write,
} from '@/tests/support/faults/load'
import { type SilentProxy, startSilentProxy } from '@/tests/support/faults/silent-proxy'
import { type Child, script, startProcess } from '@/tests/support/processes/child-process'
import {
  productEnv,
  type ServedSandbox,
  type Server,
  startSandboxProcess,
  startServer,
} from '@/tests/support/servers/product'

/**
 * A running database that does not work: connections are cut, a client blocks all others, no connection is left,
 * writes are refused, a migration runs. Every response is a success or a 503 within the time limit, no process exits,
 * and everything recovers automatically. More than 20 s: each error lasts longer than the query timeout, under load.
 */
const isPostgres = databaseKind() === 'postgres'
const queryTimeoutSeconds = 2
const poolMax = 10
/** Two waits for a connection (5 s each), a query timeout, and a margin for a busy machine. */
const longestResponseSeconds = 20

let databaseServer: DatabaseServer
let way: SilentProxy
let sandbox: ServedSandbox
let server: Server
let worker: Child
let caller: Caller

beforeAll(async () => {
  databaseServer = await startDatabase()
  way = await startSilentProxy(databaseServer.url)
  sandbox = await startSandboxProcess()
  const env = {
    ...productEnv(databaseServer.url, sandbox.url),
    DATABASE_POOL_MAX: String(poolMax),
    DATABASE_QUERY_TIMEOUT_SECONDS: String(queryTimeoutSeconds),
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'error',
    PUBLISH_POLL_SECONDS: '0.2',
  }
  useEnvironment(env)
  caller = await aCaller('database-errors')
  server = await startServer({ ...env, DATABASE_URL: way.url })
  worker = startProcess('worker', script('scripts/worker.ts'), { ...server.env })
  await connectThreads(sandbox.url, caller)
})

afterAll(async () => {
  await worker?.kill('SIGKILL')
  await server?.stop()
  await closeDatabase()
  await sandbox?.stop()
  await way?.stop()
  await databaseServer?.stop()
})

const clients: pg.Client[] = []
afterEach(async () => {
  for (const connection of clients.splice(0)) await connection.end()
})

/** A separate database client. */
async function aClient(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseServer.url, application_name: 'connection' })
  client.on('error', () => {})
  await client.connect()
  clients.push(client)
  return client
}

const leave = async (connection: pg.Client): Promise<void> => {
  clients.splice(clients.indexOf(connection), 1)
  await connection.end()
}

const many = () => Promise.all(Array.from({ length: 3 * poolMax }, () => write(server.url, caller)))

async function expectAllWell(caption: string): Promise<void> {
  await eventually(async () => (await write(server.url, caller)).status === 201, 'The first write after', 5)
  expect(new Set((await many()).map(({ status }) => status))).toEqual(new Set([201]))
  await expectToPublish(caller, caption)
  expect([server.child.process.exitCode, worker.process.exitCode]).toEqual([null, null])
}

const readiness = () => fetch(`${server.url}/api/health/ready`)
test('closed connections under load lose some responses and no acknowledged write', async () => {
  const connection = await aClient()
  const load = startLoad(server.url, caller)
  await eventually(async () => load.acknowledged.length > 50, 'The load', 30)
  for (let cut = 0; cut < 10; cut++) {
    if (isPostgres) {
      await connection.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
      )
    } else way.cut()
    await sleep(300)
  }
  await load.end()
  const refused = load.answers.filter(({ status }) => status !== 201)
  expect(refused.length).toBeGreaterThan(0)
  for (const answer of refused) expectUnavailable(answer)
  expect(await lostOf(load.acknowledged)).toEqual([])
  await expectAllWell('after the cuts')
})

test('503 in time while a client blocks all others, and cancelled queries do not pile up', async () => {
  const watcher = isPostgres ? await aClient() : null
  const hog = await aClient()
  await hog.query('begin')
  await hog.query(isPostgres ? 'lock table stories in access exclusive mode' : 'select 1')
  const [answers, ready] = await Promise.all([many(), readiness()])
  const longest = Math.max(...answers.map(({ tookMs }) => tookMs)) / 1000
  console.log(
    `${databaseKind()}: ${answers.length} answers while another held all, the slowest after ${longest.toFixed(1)} s`,
  )
  for (const answer of answers) expectUnavailable(answer)
  expect(longest).toBeLessThan(longestResponseSeconds)
  expect([200, 503]).toContain(ready.status)
  // The worker keeps querying. Cancelled queries are gone.
  if (watcher) {
    const { rows } = await watcher.query(
      `select query, extract(epoch from now() - query_start)::float8 as seconds from pg_stat_activity
       where state = 'active' and application_name <> 'connection' and backend_type = 'client backend'
         and query_start < now() - make_interval(secs => $1)`,
      [queryTimeoutSeconds + 2],
    )
    expect(rows).toEqual([])
  }
  await hog.query('rollback')
  await leave(hog)
  await expectAllWell('after the hog')
})

test.runIf(isPostgres)('503 at once when the server has no connection left', async () => {
  const first = await aClient()
  // Opens all connections, also those that the product closes.
  const takeAll = async () => {
    await first.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where backend_type = 'client backend' and application_name <> 'connection'`,
    )
    const taken = await Promise.allSettled(Array.from({ length: 40 }, aClient))
    return taken.some(({ status }) => status === 'rejected')
  }
  await eventually(takeAll, 'The crowd', 30)
  const answers = await many()
  for (const answer of answers) expectUnavailable(answer)
  expect(Math.max(...answers.map(({ tookMs }) => tookMs))).toBeLessThan(2_000)
  expect((await readiness()).status).toBe(503)
  for (const connection of clients.splice(0)) await connection.end()
  await expectAllWell('after the crowd')
})

test('a read-only database: 503, not ready, and publishing continues when writes work again', async () => {
  const connection = await aClient()
  const setReadOnly = async (state: 'on' | 'off') => {
    // The embedded database is one session. PostgreSQL applies it to all sessions on reload.
    if (!isPostgres) return void (await connection.query(`set default_transaction_read_only = ${state}`))
    await connection.query(`alter system set default_transaction_read_only = ${state}`)
    await connection.query('select pg_reload_conf()')
  }
  await setReadOnly('on')
  await eventually(async () => (await write(server.url, caller)).status !== 201, 'The first refusal', 5)
  for (const answer of await many()) expectUnavailable(answer)
  expect((await readiness()).status).toBe(503)
  await setReadOnly('off')
  // Some sessions notice a moment later.
  const isOver = async () => (await many()).every(({ status }) => status === 201)
  await eventually(isOver, 'The end of the standby in every session', 10)
  await expectAllWell('after the standby')
})

test('a migration under load does not block requests, and the running server continues', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'storycast-migrations-'))
  writeFileSync(join(folder, '29991231000000_later.sql'), 'alter table stories add column later text')
  // A migration waits for a lock at most a quarter of the query timeout, so no request fails because of it. This server
  // has the usual timeout: with 2 s the test would measure the load of the machine.
  const { DATABASE_QUERY_TIMEOUT_SECONDS: _, ...usual } = server.env
  const unhurried = await startServer(usual)
  const load = startLoad(unhurried.url, caller)
  await eventually(async () => load.acknowledged.length > 20, 'The load', 30)
  const reader = isPostgres ? await aClient() : null
  await reader?.query('begin')
  await reader?.query('select from stories limit 1')
  if (reader) await expect(migrate(databaseServer.url, folder, 0)).rejects.toThrow('End that transaction and retry')
  const migrating = migrate(databaseServer.url, folder)
  await reader?.query('commit')
  expect(await migrating).toEqual(['29991231000000'])
  const before = load.acknowledged.length
  await eventually(async () => load.acknowledged.length > before + 20, 'The load after it', 10)
  await load.end()
  expect(load.answers.filter(({ status }) => status !== 201).map(({ text }) => text)).toEqual([])
  expect(await lostOf(load.acknowledged)).toEqual([])
  await unhurried.stop()
  await expectAllWell('after the migration')
  rmSync(folder, { recursive: true })
})
