import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureProject, ensureUser } from '@/lib/auth/provision'
import { closeDatabase, database } from '@/lib/db/pool'
import { receiveFrom } from '@/lib/inbox/receive/service'
import type { Served } from '@/tests/support/database/postgres'
import { createDatabase } from '@/tests/support/database/test-database'
import { useEnvironment } from '@/tests/support/faults/callers'
import { eventually } from '@/tests/support/faults/eventually'
import { newNumber, signatureOf } from '@/tests/support/inbox/delivery-forms'
import { checkStorm, makeStorm, type StormAccount, type StormDelivery } from '@/tests/support/inbox/storm'
import { bundled } from '@/tests/support/processes/bundle'
import { type Child, startProcess } from '@/tests/support/processes/child-process'
import { productEnv } from '@/tests/support/servers/product'

/**
 * Every comment and message is stored once and in order, although deliveries are repeated and late, two workers process
 * them at once, and workers are killed while they do.
 */
const deliveriesWanted = Number(process.env.FAULT_ROWS ?? 0) >= 10_000 ? 10_000 : 500
const kills = deliveriesWanted === 500 ? 3 : 10

let databaseServer: Served
let env: Record<string, string>
const workers: Child[] = []

beforeAll(async () => {
  databaseServer = await createDatabase()
  env = { ...productEnv(databaseServer.url, 'http://127.0.0.1:9'), LOG_LEVEL: 'warn' }
  useEnvironment(env)
})
afterAll(async () => {
  for (const worker of workers) await worker.kill('SIGKILL')
  await closeDatabase()
  await databaseServer.stop()
})

const startWorker = (slot: number): void => {
  workers[slot] = startProcess(`inbox-worker-${slot}`, bundled('tests/faults/inbox-worker.ts'), env)
}

async function makeAccounts(): Promise<StormAccount[]> {
  const db = database()
  const userId = await ensureUser(db, { email: 'inbox@example.com' })
  const accounts: StormAccount[] = []
  for (const name of ['One', 'Two']) {
    const projectId = await ensureProject(db, { userId, name })
    for (const platform of ['instagram', 'facebook'] as const) {
      const accountId = newNumber()
      await sql`insert into social_connections (id, project_id, channel, account_id)
        values (gen_random_uuid(), ${projectId}, ${platform}, ${accountId})`.execute(db)
      accounts.push({ projectId, platform, accountId })
    }
  }
  return accounts
}

async function receive({ platform, body }: StormDelivery): Promise<void> {
  const bytes = Buffer.from(body)
  const headers = new Headers({ 'x-hub-signature-256': signatureOf(bytes, platform) })
  const context = { db: database(), principal: null as never, now: new Date() }
  await receiveFrom(platform)(context, { raw: { bytes, headers } })
}

async function countWhere(condition: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from inbox_deliveries where processed_at is null and ${sql.raw(condition)}`.execute(
    database(),
  )
  return rows[0]?.count ?? 0
}

test(`${deliveriesWanted} deliveries with killed workers: each message once and in order`, async () => {
  const storm = makeStorm(await makeAccounts(), deliveriesWanted)
  const perRound = Math.ceil(storm.deliveries.length / kills)
  for (const slot of [0, 1]) startWorker(slot)
  let interrupted = 0
  for (let kill = 0; kill < kills; kill++) {
    for (const delivery of storm.deliveries.slice(kill * perRound, (kill + 1) * perRound)) await receive(delivery)
    await workers[kill % 2]?.kill('SIGKILL')
    interrupted += await countWhere('next_attempt_at > now()')
    // The leases end. The other worker may still hold some, so both process the same deliveries.
    await sql`update inbox_deliveries set next_attempt_at = now() where processed_at is null`.execute(database())
    startWorker(kill % 2)
  }
  await eventually(async () => (await countWhere('true')) === 0, 'all deliveries are processed', 300)
  console.log(`deliveries ${storm.deliveries.length}, kills ${kills}, in progress at the kills ${interrupted}`)
  expect(await countWhere('failed_at is not null')).toBe(0)
  expect(await checkStorm(database(), storm)).toEqual({
    ...{ stored: storm.messageCount, events: storm.messageCount },
    ...{ missing: 0, surplus: 0, threadsOutOfOrder: 0, wrongSummaries: 0 },
  })
})
