import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createConnection } from '@/lib/connections/contract'
import { closeDatabase, database } from '@/lib/db/pool'
import { ensureBuilt } from '@/scripts/support/build'
import { aCaller, type Caller, eventually, startBlackHole, useEnvironment } from '../support/faults'
import {
  type Child,
  databaseKind,
  productEnv,
  type ServedDatabase,
  type ServedSandbox,
  type Server,
  script,
  startDatabase,
  startProcess,
  startSandboxProcess,
  startServer,
} from '../support/product'
import { insertStory } from '../support/rows'

/**
 * Promise P3: an acknowledged write is there after the database crashed, no answer but 503 is given while it is away,
 * and everything is back at full speed within 5 s of its return. The crash is SIGQUIT to PostgreSQL, SIGKILL to the
 * process of the embedded database; TEST_DATABASE says which.
 */
const crashes = 3
const writers = 16
const fullSpeedSeconds = 5

let databaseServer: ServedDatabase
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
  await ensureBuilt((message) => process.stdout.write(`${message}\n`))
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

type Answer = { atMs: number; tookMs: number; status: number; retryAfter: string | null; text: string }

async function post(url: string, path: string, body: object): Promise<Answer> {
  const startedMs = performance.now()
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  const atMs = performance.now()
  const retryAfter = response.headers.get('retry-after')
  return { atMs, tookMs: atMs - startedMs, status: response.status, retryAfter, text }
}

/** Writes from many sides until it is told to end. */
function startLoad(url: string): { answers: Answer[]; acknowledged: string[]; end(): Promise<void> } {
  const answers: Answer[] = []
  const acknowledged: string[] = []
  let isOver = false
  const lanes = Array.from({ length: writers }, async (_, lane) => {
    for (let count = 0; !isOver; count++) {
      const caption = `${lane}-${count}-${Math.random()}`
      const answer = await post(url, '/api/v1/stories', { caption, channels: ['x'] })
      answers.push(answer)
      if (answer.status === 201) acknowledged.push(caption)
      // A refusal takes no time; without a pause the load would be of refusals alone.
      else await sleep(20)
    }
  })
  return {
    answers,
    acknowledged,
    async end() {
      isOver = true
      await Promise.all(lanes)
    },
  }
}

const rateIn = (answers: Answer[], fromMs: number, toMs: number): number =>
  (answers.filter(({ atMs, status }) => status === 201 && atMs >= fromMs && atMs < toMs).length / (toMs - fromMs)) *
  1000

function expectUnavailable({ retryAfter, text }: Answer): void {
  expect(JSON.parse(text).error.code).toBe('unavailable')
  expect(retryAfter).toMatch(/^[1-9]\d*$/)
}

async function aConnectedAccount(): Promise<void> {
  const account = (await (
    await fetch(`${sandbox.url}/control/accounts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ network: 'threads' }),
    })
  ).json()) as Record<string, unknown>
  const { account_id, account_name, credentials } = account
  const request = { channel: 'threads', account_id, account_name, credentials }
  expect((await post(server.url, createConnection.path, request)).status).toBe(201)
}

/** A post that is due now goes out. */
async function expectToPublish(caption: string): Promise<void> {
  const { storyId } = await insertStory(database(), { projectId: caller.projectId, channels: ['threads'], caption })
  const isPosted = async () => {
    const row = await database()
      .selectFrom('queue_items')
      .select('status')
      .where('story_id', '=', storyId)
      .executeTakeFirst()
    return row?.status === 'posted'
  }
  await eventually(isPosted, `The post ${caption}`, 30)
}

test(`${databaseKind()}: what was acknowledged outlives crashes under load, and all is well again soon after`, async () => {
  await aConnectedAccount()
  await expectToPublish('before')
  const workerPid = worker.process.pid
  const load = startLoad(server.url)
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
  expect(new Set(refused.map(({ status, text }) => (status === 503 ? 503 : text)))).toEqual(new Set([503]))
  for (const answer of refused) expectUnavailable(answer)
  const kept = new Set(
    (await database().selectFrom('stories').select('caption').execute()).map(({ caption }) => caption),
  )
  expect(load.acknowledged.filter((caption) => !kept.has(caption))).toEqual([])
  // Speeds are for the eye, as the machine is shared; that every connection came back is what is held here.
  for (const { rate } of returns) expect(rate).toBeGreaterThan(baseline / 10)
  expect([worker.process.exitCode, worker.process.signalCode, worker.process.pid]).toEqual([null, null, workerPid])
  await expectToPublish('after')
  expect(server.child.process.exitCode).toBeNull()
})

test(`${databaseKind()}: a database that falls silent hangs no answer, and is used again when it speaks`, async () => {
  const hole = await startBlackHole(databaseServer.url)
  const behind = await startServer({ ...env, DATABASE_URL: hole.url, DATABASE_QUERY_TIMEOUT_SECONDS: '2' })
  const body = { caption: 'Fresh bread', channels: ['x'] }
  const many = () => Promise.all(Array.from({ length: 30 }, () => post(behind.url, '/api/v1/stories', body)))
  expect(new Set((await many()).map(({ status }) => status))).toEqual(new Set([201]))
  for (let round = 0; round < 2; round++) {
    const cut = many()
    hole.isSwallowing = true
    const answers = [...(await cut), ...(await many())]
    const longest = Math.max(...answers.map(({ tookMs }) => tookMs)) / 1000
    console.log(`${answers.length} answers while the database was silent, the slowest after ${longest.toFixed(1)} s`)
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect([answer.status, answer.text]).toEqual([503, expect.stringContaining('unavailable')])
      expectUnavailable(answer)
    }
    expect(answers.filter(({ status }) => status === 503).length).toBeGreaterThanOrEqual(30)
    expect(longest).toBeLessThan(15)
    hole.isSwallowing = false
    const speaks = async () => (await post(behind.url, '/api/v1/stories', body)).status === 201
    await eventually(speaks, 'A write after the silence', fullSpeedSeconds)
    expect(new Set((await many()).map(({ status }) => status))).toEqual(new Set([201]))
  }
  await behind.stop()
  await hole.stop()
})
