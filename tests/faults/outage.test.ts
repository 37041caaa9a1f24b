import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
  rateIn,
  startLoad,
  write,
} from '@/tests/support/faults/load'
import { startSilentProxy } from '@/tests/support/faults/silent-proxy'
import { type Child, script, startProcess } from '@/tests/support/processes/child-process'
import {
  productEnv,
  type ServedSandbox,
  type Server,
  startSandboxProcess,
  startServer,
} from '@/tests/support/servers/product'

/**
 * A crash of the database loses no acknowledged write, only 503 is returned while it is down, and everything works
 * within 5 s after its restart. A crash is SIGQUIT to PostgreSQL and SIGKILL to the process of the embedded database.
 * More than 20 s: three crashes under load, with a pause before each to measure the rate.
 */
const crashes = 3
const fullSpeedSeconds = 5

let databaseServer: DatabaseServer
let sandbox: ServedSandbox
let server: Server
let worker: Child
let env: Record<string, string>
let caller: Caller

beforeAll(async () => {
  databaseServer = await startDatabase()
  sandbox = await startSandboxProcess()
  env = {
    ...productEnv(databaseServer.url, sandbox.url),
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'error',
    PUBLISH_POLL_SECONDS: '0.2',
  }
  useEnvironment(env)
  caller = await aCaller('outage')
  server = await startServer(env)
  worker = startProcess('worker', script('scripts/worker.ts'), env)
})

afterAll(async () => {
  await worker?.kill('SIGKILL')
  await server?.stop()
  await closeDatabase()
  await sandbox?.stop()
  await databaseServer?.stop()
})

test(`${databaseKind()}: crashes under load lose no acknowledged write, and everything recovers soon`, async () => {
  await connectThreads(sandbox.url, caller)
  await expectToPublish(caller, 'before')
  const workerPid = worker.process.pid
  const load = startLoad(server.url, caller)
  await eventually(async () => load.acknowledged.length > 300, 'The load', 60)
  const baseStartMs = performance.now()
  await sleep(3_000)
  const baseline = rateIn(load.answers, baseStartMs, performance.now())
  const returns: { firstSeconds: number; rate: number }[] = []
  for (let crash = 0; crash < crashes; crash++) {
    await databaseServer.restart()
    const backMs = performance.now()
    const isBack = async () => load.answers.some(({ atMs, status }) => atMs > backMs && status === 201)
    const firstSeconds = await eventually(isBack, 'The first write after a crash', fullSpeedSeconds)
    await sleep(backMs + fullSpeedSeconds * 1_000 - performance.now())
    const fromMs = performance.now()
    await sleep(2_000)
    returns.push({ firstSeconds, rate: rateIn(load.answers, fromMs, performance.now()) })
  }
  await load.end()

  const refused = load.answers.filter(({ status }) => status !== 201)
  console.log(
    `${databaseKind()}: ${load.acknowledged.length} writes acknowledged, ${refused.length} answered 503, ${crashes} crashes; ` +
      `${baseline.toFixed(0)} writes a second before, then ` +
      returns
        .map(({ firstSeconds, rate }) => `first after ${firstSeconds.toFixed(2)} s, ${rate.toFixed(0)}/s`)
        .join('; '),
  )
  expect(refused.length).toBeGreaterThan(0)
  for (const answer of refused) expectUnavailable(answer)
  expect(await lostOf(load.acknowledged)).toEqual([])
  // Rates are only printed, as the machine may be busy. The test checks that all connections came back.
  for (const { rate } of returns) expect(rate).toBeGreaterThan(baseline / 10)
  expect([worker.process.exitCode, worker.process.signalCode, worker.process.pid]).toEqual([null, null, workerPid])
  await expectToPublish(caller, 'after')
  expect(server.child.process.exitCode).toBeNull()
})

test(`${databaseKind()}: a silent database delays no response, and is used again when it responds`, async () => {
  const hole = await startSilentProxy(databaseServer.url)
  const behind = await startServer({ ...env, DATABASE_URL: hole.url, DATABASE_QUERY_TIMEOUT_SECONDS: '2' })
  const many = () => Promise.all(Array.from({ length: 30 }, () => write(behind.url, caller)))
  expect(new Set((await many()).map(({ status }) => status))).toEqual(new Set([201]))
  for (let round = 0; round < 2; round++) {
    const cut = many()
    hole.isSilent = true
    const answers = [...(await cut), ...(await many())]
    const longest = Math.max(...answers.map(({ tookMs }) => tookMs)) / 1000
    console.log(`${answers.length} answers while the database was silent, the slowest after ${longest.toFixed(1)} s`)
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expectUnavailable(answer)
    }
    expect(answers.filter(({ status }) => status === 503).length).toBeGreaterThanOrEqual(30)
    expect(longest).toBeLessThan(15)
    hole.isSilent = false
    const speaks = async () => (await write(behind.url, caller)).status === 201
    await eventually(speaks, 'A write after the silence', fullSpeedSeconds)
    expect(new Set((await many()).map(({ status }) => status))).toEqual(new Set([201]))
  }
  await behind.stop()
  await hole.stop()
})
