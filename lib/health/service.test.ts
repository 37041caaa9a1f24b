import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connected, connect } from '@/lib/db/pool'
import { reloadEnv } from '@/lib/env'
import { AppError } from '@/lib/errors'
import type { Served } from '@/tests/support/database/postgres'
import { createDatabase } from '@/tests/support/database/test-database'
import { readiness, workerHealth } from './service'

// Uses its own database: workers belong to no project, so those of other tests would interfere.
let database: Served
let connected: Connected
beforeAll(async () => {
  database = await createDatabase()
  connected = connect(database.url, 2)
})
afterAll(async () => {
  await connected.close()
  await database.stop()
})

async function haveWorkers(workers: { silentSeconds: number; isStopped?: boolean }[]): Promise<void> {
  await connected.db.deleteFrom('workers').execute()
  for (const { silentSeconds, isStopped } of workers) {
    const last_looked_at = sql<Date>`now() - make_interval(secs => ${silentSeconds})`
    const stopped_at = isStopped ? sql<Date>`now()` : null
    await connected.db.insertInto('workers').values({ id: randomUUID(), last_looked_at, stopped_at }).execute()
  }
}

const ask = () => readiness({ db: connected.db, principal: { kind: 'session', userId: randomUUID() }, now: new Date() })

const readinessError = async (): Promise<unknown> =>
  ask().then(
    () => 'no error',
    (error: unknown) => (error instanceof AppError ? { status: error.status, ...error.toBody() } : error),
  )

test('one worker that just checked for due posts is enough', async () => {
  await haveWorkers([{ silentSeconds: 3_000 }, { silentSeconds: 1 }])
  const answer = await ask()
  expect(answer).toMatchObject({ ok: true, database: 'ok', worker: { last_looked_at: expect.any(String) } })
  expect(answer.worker.silent_seconds).toBeLessThan(30)
  expect((await workerHealth(connected.db)).is_silent).toBe(false)
})

test('a silent worker is the reason, and stopped workers do not count', async () => {
  await haveWorkers([{ silentSeconds: 300 }, { silentSeconds: 0, isStopped: true }])
  expect(await readinessError()).toMatchObject({
    status: 503,
    code: 'unavailable',
    message: expect.stringMatching(
      /^The database is available, but a worker last checked for due posts 30\d.* npm run worker\.$/,
    ),
    database: 'ok',
    worker: { last_looked_at: expect.any(String), silent_seconds: expect.any(Number) },
  })
})

test.each([
  ['a worker', {}, 'Start a worker: npm run worker.'],
  [
    'Inngest',
    { INNGEST_SIGNING_KEY: 'signkey-test-1', APP_URL: 'https://app.example' },
    'Sync the app at https://app.example/api/inngest with Inngest and check its runs of publish-due.',
  ],
])('advice when %s does the background work', async (by, variables, advice) => {
  await haveWorkers([])
  Object.assign(process.env, variables)
  reloadEnv()
  try {
    expect(await readinessError()).toEqual({
      status: 503,
      code: 'unavailable',
      message: `The database is available, but ${by} has never checked for due posts, so nothing is published. ${advice}`,
      database: 'ok',
      worker: { last_looked_at: null, silent_seconds: null },
      advice,
    })
  } finally {
    for (const name of Object.keys(variables)) delete process.env[name]
    reloadEnv()
  }
})
