import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Agent, request } from 'undici'
import { ensureProject, ensureUser } from '@/lib/auth/provision'
import { closeDatabase, database, transaction } from '@/lib/db/pool'
import { reloadEnv } from '@/lib/env'
import { appendEvents } from '@/lib/events/append'
import { newId } from '@/lib/ids'
import { encryptSecret, newSecret } from '@/lib/webhooks/signing/secret'
import type { Served } from '@/tests/support/database/postgres'
import { startDatabase } from '@/tests/support/database/test-database'
import { bundled } from '@/tests/support/processes/bundle'
import { type Child, script, startProcess, until } from '@/tests/support/processes/child-process'
import { freePort } from '@/tests/support/processes/free-port'
import { productEnv } from '@/tests/support/servers/product'
import { ms, percentile, perSecond, report } from './report'

type Arrival = { endpoint: string; atMs: number; afterMs: number }
type Receiver = { url: string; arrivals(): Promise<Arrival[]>; clear(): Promise<void>; stop(): Promise<void> }

const deliveries = 10_000
/** About the size of a story. */
const data = { story: { id: randomUUID(), title: 'Fresh bread', caption: 'x'.repeat(600) } }

/**
 * Deliveries per second with 1, 10 and 1,000 endpoints compared to bare calls, the time from an event to its first attempt
 * at 300 deliveries per second, and the delay that a dead endpoint causes at nine others.
 */
export async function benchWebhooks(): Promise<void> {
  const server = await startDatabase()
  const receiver = await startReceiver()
  const env = { ...productEnv(server.url, receiver.url), LOG_LEVEL: 'warn', ALLOW_INSECURE_WEBHOOKS: '1' }
  Object.assign(process.env, env, { LOG_LEVEL: 'silent', DATABASE_POOL_MAX: '5' })
  reloadEnv()
  const bare = await bareCeiling(receiver)
  for (const endpoints of [1, 10, 1_000]) {
    const rate = await deliverAll(receiver, env, endpoints)
    const share = `${Math.round((rate / bare) * 100)}%`
    report(`deliveries, ${endpoints.toLocaleString('en')} endpoints`, perSecond(rate), `bare ${perSecond(bare)}`, share)
  }
  await reportLatency(receiver, env)
  await reportDead(receiver, env)
  await end(receiver, server)
}

async function end(receiver: Receiver, server: Served): Promise<void> {
  await receiver.stop()
  await closeDatabase()
  await server.stop()
}

async function startReceiver(): Promise<Receiver> {
  const port = await freePort()
  const child = startProcess('bench-receiver', script('tests/bench/webhook-receiver.ts', String(port)), {})
  const url = `http://127.0.0.1:${port}`
  await until(async () => (await fetch(url).catch(() => null))?.ok ?? false, 'The receiver')
  return {
    url,
    arrivals: async () => ((await (await fetch(url)).json()) as { arrivals: Arrival[] }).arrivals,
    clear: async () => void (await fetch(url, { method: 'DELETE' })),
    stop: () => child.kill(),
  }
}

/** The same number of calls with the same body size, 64 at a time, without recording. */
async function bareCeiling(receiver: Receiver): Promise<number> {
  const agent = new Agent({ connections: 64 })
  const body = JSON.stringify({ id: randomUUID(), event: 'story.published', created_at: new Date(), data })
  const startedMs = performance.now()
  let next = 0
  const lane = async (): Promise<void> => {
    while (next++ < deliveries) {
      const answer = await request(`${receiver.url}/bare`, { method: 'POST', body, dispatcher: agent })
      await answer.body.dump()
    }
  }
  await Promise.all(Array.from({ length: 64 }, lane))
  const rate = deliveries / ((performance.now() - startedMs) / 1_000)
  await agent.close()
  await receiver.clear()
  return rate
}

/** Delivers waiting events. Measured from the first arrival to the last. */
async function deliverAll(receiver: Receiver, env: Record<string, string>, endpoints: number): Promise<number> {
  const projectId = await makeProject(receiver, endpoints)
  await append(projectId, deliveries / endpoints)
  return withWorker(env, async () => {
    const arrivals = await arrived(receiver, projectId, deliveries)
    const times = arrivals.map(({ atMs }) => atMs)
    const seconds = (maxOf(times) - minOf(times)) / 1_000
    return arrivals.length / seconds
  })
}

const maxOf = (values: number[]): number =>
  values.reduce((max, value) => Math.max(max, value), Number.NEGATIVE_INFINITY)
const minOf = (values: number[]): number =>
  values.reduce((min, value) => Math.min(min, value), Number.POSITIVE_INFINITY)

async function reportLatency(receiver: Receiver, env: Record<string, string>): Promise<void> {
  const projectId = await makeProject(receiver, 10)
  const waits = await withWorker(env, async () => {
    await appendSteadily(projectId, { perSecond: 30, seconds: 20 })
    return (await arrived(receiver, projectId, 6_000)).map(({ afterMs }) => afterMs)
  })
  report(
    'event to first attempt, 300 deliveries a second',
    `p50 ${ms(percentile(waits, 0.5))}`,
    `p99 ${ms(percentile(waits, 0.99))}`,
    'target 1 s',
  )
}

async function reportDead(receiver: Receiver, env: Record<string, string>): Promise<void> {
  const p99: number[] = []
  for (const hasDead of [false, true]) {
    const projectId = await makeProject(receiver, 9)
    if (hasDead) await addDead(receiver, projectId)
    p99.push(
      await withWorker(env, async () => {
        await appendSteadily(projectId, { perSecond: 30, seconds: 20 })
        const alive = await arrived(receiver, projectId, 30 * 20 * 9)
        return percentile(
          alive.map(({ afterMs }) => afterMs),
          0.99,
        )
      }),
    )
  }
  const [withoutDead = 0, withDead = 0] = p99
  report(
    'nine endpoints next to a dead one, 10,000 waiting',
    `p99 ${ms(withDead)}`,
    `without it ${ms(withoutDead)}`,
    `${Math.round((withDead / withoutDead - 1) * 100)}% more`,
  )
}

async function withWorker<T>(env: Record<string, string>, work: () => Promise<T>): Promise<T> {
  const worker: Child = startProcess('bench-worker', bundled('tests/bench/webhook-worker.ts'), env)
  try {
    return await work()
  } finally {
    await worker.kill()
  }
}

async function arrived(receiver: Receiver, projectId: string, count: number): Promise<Arrival[]> {
  let arrivals: Arrival[] = []
  const isThere = async (): Promise<boolean> => {
    arrivals = (await receiver.arrivals()).filter(({ endpoint }) => endpoint.includes(projectId))
    if (arrivals.length < count) await sleep(250)
    return arrivals.length >= count
  }
  await until(isThere, `Delivery number ${count}`, 300)
  await receiver.clear()
  return arrivals
}

/** A new project with this number of endpoints. */
async function makeProject(receiver: Receiver, endpoints: number): Promise<string> {
  const db = database()
  const userId = await ensureUser(db, { email: `bench-${randomUUID()}@example.com` })
  const projectId = await ensureProject(db, { userId, name: 'Bench' })
  const rows = Array.from({ length: endpoints }, (_, index) =>
    endpointRow(userId, projectId, `${receiver.url}/${projectId}/${index}`),
  )
  await db.insertInto('webhook_endpoints').values(rows).execute()
  return projectId
}

function endpointRow(userId: string, projectId: string, url: string) {
  const id = newId()
  return { id, user_id: userId, project_id: projectId, url, events: ['*'], ...encryptSecret(id, newSecret()) }
}

/** An endpoint that never responds, with 10,000 waiting deliveries. */
async function addDead(receiver: Receiver, projectId: string): Promise<void> {
  const db = database()
  const { user_id } = await db
    .selectFrom('webhook_endpoints')
    .select('user_id')
    .where('project_id', '=', projectId)
    .limit(1)
    .executeTakeFirstOrThrow()
  const row = endpointRow(user_id, projectId, `${receiver.url}/dead`)
  await db.insertInto('webhook_endpoints').values(row).execute()
  const events = Array.from({ length: 10_000 }, () => newId())
  for (const [index, ids] of [events.slice(0, 5_000), events.slice(5_000)].entries()) {
    await sql`
      insert into events (id, project_id, event, data, sequence, fanned_out_at)
      select e.id, ${projectId}, 'story.published', ${JSON.stringify(data)}, -(${index * 5_000} + e.place), now()
      from unnest(${ids}::uuid[]) with ordinality as e (id, place)`.execute(db)
    await sql`
      insert into webhook_deliveries (id, endpoint_id, event_id, event, next_attempt_at)
      select d.id, ${row.id}, d.event_id, 'story.published', now()
      from unnest(${ids.map(() => newId())}::uuid[], ${ids}::uuid[]) as d (id, event_id)`.execute(db)
  }
}

async function append(projectId: string, count: number): Promise<void> {
  for (let done = 0; done < count; done += 500) {
    const events = Array.from({ length: Math.min(500, count - done) }, () => ({
      projectId,
      event: 'story.published' as const,
      data,
    }))
    await transaction(database(), (tx) => appendEvents(tx, events))
  }
}

/** Open loop: appends events at a fixed rate, whether or not earlier ones were delivered. */
async function appendSteadily(projectId: string, rate: { perSecond: number; seconds: number }): Promise<void> {
  const startedMs = performance.now()
  const under: Promise<void>[] = []
  for (let count = 0; count < rate.perSecond * rate.seconds; count++) {
    const dueMs = startedMs + (count * 1_000) / rate.perSecond
    if (dueMs > performance.now()) await sleep(dueMs - performance.now())
    under.push(append(projectId, 1))
  }
  await Promise.all(under)
}
