import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase, connect, database } from '@/lib/db/pool'
import { env } from '@/lib/env'
import { claimDeliveries, findDueTargets } from '@/lib/webhooks/sending/claim'
import { deliver } from '@/lib/webhooks/sending/deliver'
import { fanOut } from '@/lib/webhooks/sending/fan-out'
import { startDeliveries } from '@/lib/webhooks/sending/worker'
import { aProject } from '@/tests/support/api/api'
import type { DatabaseServer } from '@/tests/support/database/postgres'
import { startDatabase } from '@/tests/support/database/test-database'
import { script, startProcess } from '@/tests/support/processes/child-process'
import { setEnv } from '@/tests/support/publishing/publishing'
import {
  appendSome,
  aReceiver,
  attemptsOf,
  deliverAll,
  deliveriesOf,
  deliveryOf,
  eventually,
  insertEndpoint,
  letWaitPass,
} from '@/tests/support/webhooks/webhooks'

let own: DatabaseServer
beforeAll(async () => {
  own = await startDatabase()
  await closeDatabase()
  setEnv({ DATABASE_URL: own.url })
})
afterAll(async () => {
  await closeDatabase()
  await own.stop()
})
const receiver = aReceiver()

let paths = 0
async function anEndpoint(project?: Awaited<ReturnType<typeof aProject>>) {
  const of = project ?? (await aProject())
  const endpoint = await insertEndpoint({ project: of, url: `${receiver().url}/worker-${++paths}` })
  const arrivals = () => receiver().arrivals.filter(({ path }) => path === endpoint.path)
  return { project: of, ...endpoint, arrivals }
}

const isDone = async (endpointId: string): Promise<boolean> =>
  (await deliveriesOf(endpointId)).every(({ status }) => status === 'succeeded')

test('several workers deliver every event once', async () => {
  const project = await aProject()
  const endpoints = [await anEndpoint(project), await anEndpoint(project), await anEndpoint(project)]
  const pools = Array.from({ length: 3 }, () => connect(env().DATABASE_URL ?? '', 3))
  const workers = pools.map(({ db }) => startDeliveries(db))
  const events = (await appendSome(project.projectId, 300)).sort()
  for (const { arrivals } of endpoints)
    await eventually(() => arrivals().length >= events.length, 'every event at every endpoint')
  for (const worker of workers) await worker.stop(10_000)
  for (const pool of pools) await pool.close()
  for (const { id, arrivals } of endpoints) {
    expect(arrivals().map(({ headers }) => headers['webhook-id'])).toHaveLength(events.length)
    expect(
      arrivals()
        .map(({ headers }) => headers['webhook-id'])
        .sort(),
    ).toEqual(events)
    expect(await isDone(id)).toBe(true)
  }
})

test('a worker killed before recording: the event is sent again with the same id', async () => {
  const endpoint = await anEndpoint()
  receiver().answer(endpoint.path, { kind: 'hang' })
  const worker = startProcess('webhook-worker', script('tests/bench/webhook-worker.ts'), {
    DATABASE_URL: env().DATABASE_URL ?? '',
    LOG_LEVEL: 'warn',
  })
  const [eventId] = await appendSome(endpoint.project.projectId)
  await eventually(() => endpoint.arrivals().length === 1, 'the first arrival', 60_000)
  await worker.kill('SIGKILL')
  receiver().answer(endpoint.path, { kind: 'status', status: 200 })
  // The lease of the killed worker has not expired.
  await deliverAll()
  expect(endpoint.arrivals()).toHaveLength(1)
  await letWaitPass(endpoint.id)
  await deliverAll()
  const [first, second, ...more] = endpoint.arrivals()
  expect(more).toEqual([])
  expect([first, second].map((arrival) => arrival?.headers['webhook-id'])).toEqual([eventId, eventId])
  expect(second?.body.equals(first?.body as Buffer)).toBe(true)
  const [delivery] = await deliveriesOf(endpoint.id)
  expect(delivery).toMatchObject({ status: 'succeeded', attempt_count: 1, fence: 2 })
})

test('a result survives a database restart, and the event is not sent again', async () => {
  const endpoint = await anEndpoint()
  let answerNow = (): void => {}
  const until = new Promise<void>((resolve) => {
    answerNow = resolve
  })
  receiver().answer(endpoint.path, { kind: 'held', until })
  const pool = connect(env().DATABASE_URL ?? '', 3)
  const worker = startDeliveries(pool.db)
  await appendSome(endpoint.project.projectId, 3)
  await eventually(() => endpoint.arrivals().length === 3, 'all three under way')
  const restarted = own.restart()
  // While the database is down.
  answerNow()
  await restarted
  const isOver = () => isDone(endpoint.id).catch(() => false)
  await eventually(isOver, 'all three recorded', 60_000)
  await worker.stop(10_000)
  await pool.close()
  expect(endpoint.arrivals()).toHaveLength(3)
  const deliveries = await deliveriesOf(endpoint.id)
  expect(deliveries.map(({ attempt_count, fence }) => [attempt_count, fence])).toEqual(Array(3).fill([1, 1]))
}, 120_000)

test('a stopping worker releases its deliveries immediately', async () => {
  const endpoint = await anEndpoint()
  receiver().answer(endpoint.path, { kind: 'hang' })
  const worker = startDeliveries(database())
  await appendSome(endpoint.project.projectId)
  await eventually(() => endpoint.arrivals().length === 1, 'the first arrival')
  await worker.stop(50)
  receiver().answer(endpoint.path, { kind: 'status', status: 200 })
  await deliverAll()
  const [delivery] = await deliveriesOf(endpoint.id)
  expect(delivery).toMatchObject({ status: 'succeeded', attempt_count: 1, fence: 2 })
})

test('a worker that lost its lease records nothing', async () => {
  const endpoint = await anEndpoint()
  await appendSome(endpoint.project.projectId)
  await fanOut(database())
  const claim = async () => {
    const { targets } = await findDueTargets(database(), { after: null, limit: 10 })
    const [claimed] = await claimDeliveries(database(), new Map([[endpoint.id, 1]]))
    const target = targets.find(({ id }) => id === endpoint.id)
    if (!target || !claimed) throw new Error('There is nothing to claim.')
    return { target, claimed }
  }
  const late = await claim()
  await letWaitPass(endpoint.id)
  const taker = await claim()
  receiver().answer(endpoint.path, { kind: 'status', status: 500 })
  await deliver(database(), late)
  expect(await deliveryOf(late.claimed.id)).toMatchObject({ status: 'in_flight', attempt_count: 0 })
  receiver().answer(endpoint.path, { kind: 'status', status: 200 })
  await deliver(database(), taker)
  expect(await deliveryOf(late.claimed.id)).toMatchObject({ status: 'succeeded', attempt_count: 1 })
  expect(await attemptsOf(late.claimed.id)).toHaveLength(1)
})

test('a dead endpoint with a long queue does not delay others', async () => {
  const project = await aProject()
  const dead = await anEndpoint(project)
  receiver().answer(dead.path, { kind: 'hang' })
  await appendSome(project.projectId, 500)
  await fanOut(database())
  const good = [await anEndpoint(project), await anEndpoint(project)]
  const worker = startDeliveries(database())
  await eventually(() => dead.arrivals().length > 0, 'the first call of the dead endpoint')
  await appendSome(project.projectId, 200)
  for (const { arrivals } of good) await eventually(() => arrivals().length === 200, 'all events at a good endpoint')
  // All have arrived before the first call to the dead endpoint timed out.
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id
    where d.endpoint_id = ${dead.id}`.execute(database())
  expect(rows).toEqual([{ count: 0 }])
  await worker.stop(0)
})
