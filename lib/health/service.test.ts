import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '@/lib/db/embedded'
import { migrate } from '@/lib/db/migrate'
import { type Connected, connect } from '@/lib/db/pool'
import { reloadEnv } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { readiness, workerHealth } from './service'

// A database of its own: workers belong to no project, so those of other tests would be seen here.
let embedded: EmbeddedDatabase
let connected: Connected
beforeAll(async () => {
  embedded = await startEmbeddedDatabase('memory://')
  await migrate(embedded.url, 'supabase/migrations')
  connected = connect(embedded.url, 2)
}, 60_000)
afterAll(async () => {
  await connected.close()
  await embedded.stop()
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

/** The body of the refusal. */
const refusal = async (): Promise<unknown> =>
  ask().then(
    () => 'was not refused',
    (error: unknown) => (error instanceof AppError ? { status: error.status, ...error.toBody() } : error),
  )

test('one worker that looked for due posts just now is enough', async () => {
  await haveWorkers([{ silentSeconds: 3_000 }, { silentSeconds: 1 }])
  const answer = await ask()
  expect(answer).toMatchObject({ ok: true, database: 'ok', worker: { last_looked_at: expect.any(String) } })
  expect(answer.worker.silent_seconds).toBeLessThan(30)
  expect((await workerHealth(connected.db)).is_silent).toBe(false)
})

test('a silent worker is named as the reason, and a stopped one does not count', async () => {
  await haveWorkers([{ silentSeconds: 300 }, { silentSeconds: 0, isStopped: true }])
  expect(await refusal()).toMatchObject({
    status: 503,
    code: 'unavailable',
    message: expect.stringMatching(
      /^The database is up, but a worker last looked for due posts 30\d.* npm run worker\.$/,
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
])('where %s does the background work, the advice fits', async (by, variables, advice) => {
  await haveWorkers([])
  Object.assign(process.env, variables)
  reloadEnv()
  try {
    expect(await refusal()).toEqual({
      status: 503,
      code: 'unavailable',
      message: `The database is up, but ${by} has never looked for due posts, so nothing is published. ${advice}`,
      database: 'ok',
      worker: { last_looked_at: null, silent_seconds: null },
      advice,
    })
  } finally {
    for (const name of Object.keys(variables)) delete process.env[name]
    reloadEnv()
  }
})
