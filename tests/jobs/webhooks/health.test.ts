import { sql, type Transaction } from 'kysely'
import { expect, test } from 'vitest'
import { database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { claimDeliveries } from '@/lib/webhooks/sending/claim'
import { fanOut } from '@/lib/webhooks/sending/fan-out'
import { holdWaitingDeliveries, sendHeldDeliveries } from '@/lib/webhooks/sending/held-deliveries'
import { sendPing } from '@/lib/webhooks/sending/ping'
import { retryDelaysSeconds } from '@/lib/webhooks/sending/retry-schedule'
import { startDeliveries } from '@/lib/webhooks/sending/worker'
import { verify } from '@/lib/webhooks/signing/verify'
import { aProject } from '@/tests/support/api/api'
import { onOwnDatabase } from '@/tests/support/publishing/publishing'
import type { ReceiverBehaviour } from '@/tests/support/servers/webhook-receiver'
import {
  alertsOf,
  appendSome,
  aReceiver,
  attemptsOf,
  deliverAll,
  deliveriesOf,
  deliveryOf,
  endpointOf,
  eventually,
  insertEndpoint,
  letWaitPass,
} from '@/tests/support/webhooks/webhooks'

onOwnDatabase()
const receiver = aReceiver()

const refusing: ReceiverBehaviour = { kind: 'status', status: 500 }
const taking: ReceiverBehaviour = { kind: 'status', status: 200 }

let paths = 0
async function anEndpoint(manner: ReceiverBehaviour) {
  const project = await aProject()
  const endpoint = await insertEndpoint({ project, url: `${receiver().url}/health-${++paths}` })
  receiver().answer(endpoint.path, manner)
  return { project, ...endpoint }
}

/** Makes one attempt to deliver one new event. */
async function tryOnce({ id, project }: Awaited<ReturnType<typeof anEndpoint>>): Promise<void> {
  await sql`update webhook_deliveries set next_attempt_at = next_attempt_at + interval '1 day'
    where endpoint_id = ${id} and next_attempt_at is not null`.execute(database())
  await sql`update webhook_endpoints set paused_until = null where id = ${id}`.execute(database())
  await appendSome(project.projectId)
  await deliverAll()
}

/** Seconds until the next attempt, on the clock of the database. */
async function secondsToWait(deliveryId: string): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from next_attempt_at - updated_at)::float8 as seconds
    from webhook_deliveries where id = ${deliveryId}`.execute(database())
  return rows[0]?.seconds ?? null
}

test('a delivery fails permanently after seven attempts with the six delays', async () => {
  const endpoint = await anEndpoint(refusing)
  await appendSome(endpoint.project.projectId)
  const waits: (number | null)[] = []
  for (let attempt = 1; attempt <= 7; attempt++) {
    await deliverAll()
    const [delivery] = await deliveriesOf(endpoint.id)
    expect(delivery).toMatchObject({ attempt_count: attempt, status: attempt < 7 ? 'failed' : 'permanent_failure' })
    waits.push(await secondsToWait(delivery?.id ?? ''))
    expect((await endpointOf(endpoint.id)).failure_count).toBe(attempt < 7 ? 0 : 1)
    await letWaitPass(endpoint.id)
  }
  for (const [index, delay] of retryDelaysSeconds.entries()) {
    expect(waits[index]).toBeGreaterThanOrEqual(delay)
    expect(waits[index]).toBeLessThanOrEqual(delay * 1.1)
  }
  expect(waits[6]).toBeNull()
  const [delivery] = await deliveriesOf(endpoint.id)
  expect((await attemptsOf(delivery?.id ?? '')).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(await deliverAll()).toBe(0)
})

test('an endpoint is unhealthy and paused after 3 failures, and off after 10', async () => {
  const endpoint = await anEndpoint(refusing)
  for (let failure = 1; failure <= 10; failure++) {
    await tryOnce(endpoint)
    const { health_status, consecutive_failures, active, paused_until } = await endpointOf(endpoint.id)
    expect(consecutive_failures).toBe(failure)
    expect(health_status).toBe(failure < 3 ? 'healthy' : failure < 10 ? 'unhealthy' : 'auto_disabled')
    expect(active).toBe(failure < 10)
    expect(paused_until !== null).toBe(failure >= 3 && failure < 10)
  }
  const alerts = await alertsOf(endpoint.id)
  expect(alerts.map(({ kind }) => kind)).toEqual(['unhealthy', 'auto_disabled'])
  expect(alerts[1]?.message).toMatch(/turned off.*responded with 500.*reactivate/)

  const before = receiver().arrivals.length
  await letWaitPass(endpoint.id)
  await appendSome(endpoint.project.projectId)
  await deliverAll()
  expect(receiver().arrivals.length).toBe(before)
  // Waiting deliveries stay, and new events create none.
  const deliveries = await deliveriesOf(endpoint.id)
  expect(deliveries).toHaveLength(10)
  expect(deliveries.every(({ status }) => status === 'failed')).toBe(true)

  // The effect of reactivation.
  await sql`update webhook_endpoints set active = true, health_status = 'healthy', consecutive_failures = 0
    where id = ${endpoint.id}`.execute(database())
  receiver().answer(endpoint.path, taking)
  await deliverAll()
  expect((await deliveriesOf(endpoint.id)).every(({ status }) => status === 'succeeded')).toBe(true)
})

test('an endpoint turned off between search and claim receives nothing', async () => {
  const endpoint = await anEndpoint(taking)
  await appendSome(endpoint.project.projectId)
  await fanOut(database())
  const share = new Map([[endpoint.id, 1]])
  await database().updateTable('webhook_endpoints').set({ active: false }).where('id', '=', endpoint.id).execute()
  expect(await claimDeliveries(database(), share)).toEqual([])
  await database().updateTable('webhook_endpoints').set({ active: true }).where('id', '=', endpoint.id).execute()
  expect(await claimDeliveries(database(), share)).toHaveLength(1)
})

test('a success clears the failures', async () => {
  const endpoint = await anEndpoint(refusing)
  for (let failure = 0; failure < 4; failure++) await tryOnce(endpoint)
  receiver().answer(endpoint.path, taking)
  await tryOnce(endpoint)
  expect(await endpointOf(endpoint.id)).toMatchObject({
    health_status: 'healthy',
    consecutive_failures: 0,
    paused_until: null,
  })
})

test('many concurrent failures do not turn an endpoint off', async () => {
  const endpoint = await anEndpoint(taking)
  // The same worker, because its window for the endpoint has grown.
  const worker = startDeliveries(database())
  const all = async (statuses: string[]): Promise<boolean> =>
    (await deliveriesOf(endpoint.id)).filter(({ status }) => statuses.includes(status)).length >= 100
  await appendSome(endpoint.project.projectId, 100)
  await eventually(() => all(['succeeded']), 'a hundred successes')
  let started = 0
  let answerNow = (): void => {}
  const until = new Promise<void>((resolve) => {
    answerNow = resolve
  })
  receiver().answer(endpoint.path, () => {
    started += 1
    return { kind: 'held', until, status: 500 }
  })
  await appendSome(endpoint.project.projectId, 100)
  await eventually(() => started >= 20, 'twenty calls at a time')
  answerNow()
  await eventually(async () => (await endpointOf(endpoint.id)).consecutive_failures >= 3, 'the failures')
  await worker.stop(10_000)
  expect(await endpointOf(endpoint.id)).toMatchObject({ active: true, health_status: 'unhealthy' })
  expect((await endpointOf(endpoint.id)).consecutive_failures).toBeLessThan(10)
  expect(await alertsOf(endpoint.id)).toHaveLength(1)
})

test('a test ping is sent immediately, signed, and does not change the health', async () => {
  const endpoint = await anEndpoint(refusing)
  for (let ping = 0; ping < 3; ping++)
    expect(await sendPing(database(), { id: endpoint.id, project_id: endpoint.project.projectId })).toMatchObject({
      status: 'failed',
      event: 'test.ping',
      attempt_count: 1,
      next_attempt_at: null,
      last_status_code: 500,
    })
  expect(await endpointOf(endpoint.id)).toMatchObject({ consecutive_failures: 0, failure_count: 0 })
  receiver().answer(endpoint.path, taking)
  const sent = await sendPing(database(), { id: endpoint.id, project_id: null })
  expect(sent).toMatchObject({ status: 'succeeded', attempt_count: 1 })
  const arrival = receiver().arrivals.findLast(({ path }) => path === endpoint.path)
  expect(arrival?.headers['webhook-id']).toBe(sent.event_id)
  expect(JSON.parse(String(arrival?.body))).toMatchObject({ event: 'test.ping', sequence: null })
  expect(arrival && verify({ ...arrival, secret: endpoint.secret })).toBe(true)
  // A test ping is not a project event.
  const [eventId] = await appendSome(endpoint.project.projectId)
  await deliverAll()
  const { sequence } = await database()
    .selectFrom('events')
    .select('sequence')
    .where('id', '=', eventId ?? '')
    .executeTakeFirstOrThrow()
  expect(sequence).toBe(1)
})

test('a ping fails when its process dies, and is not retried', async () => {
  const endpoint = await anEndpoint(refusing)
  const { id } = await sendPing(database(), { id: endpoint.id, project_id: null })
  const leftBehind = (seconds: number) =>
    sql`
    update webhook_deliveries set status = 'in_flight', last_error = null,
      updated_at = now() - make_interval(secs => ${seconds}) where id = ${id}`.execute(database())
  await leftBehind(5)
  await deliverAll()
  expect(await deliveryOf(id)).toMatchObject({ status: 'in_flight' })
  await leftBehind(60)
  await deliverAll()
  expect(await deliveryOf(id)).toMatchObject({
    status: 'failed',
    next_attempt_at: null,
    last_error: expect.stringMatching(/the result is unknown/),
  })
  expect(receiver().arrivals.filter(({ path }) => path === endpoint.path)).toHaveLength(1)
})

test('after reactivation, waiting deliveries are sent only on request', async () => {
  const endpoint = await anEndpoint(refusing)
  const events = await appendSome(endpoint.project.projectId, 2)
  await deliverAll()
  const turn = (active: boolean) =>
    database().updateTable('webhook_endpoints').set({ active }).where('id', '=', endpoint.id).execute()
  const arrivedAfter = async (change: (tx: Transaction<DB>) => Promise<unknown>): Promise<unknown[]> => {
    const before = receiver().arrivals.length
    await transaction(database(), change)
    await letWaitPass(endpoint.id)
    await deliverAll()
    return receiver()
      .arrivals.slice(before)
      .filter(({ path }) => path === endpoint.path)
      .map(({ headers }) => headers['webhook-id'])
      .sort()
  }
  await turn(false)
  receiver().answer(endpoint.path, taking)
  await turn(true)
  expect(await arrivedAfter((tx) => holdWaitingDeliveries(tx, endpoint.id))).toEqual([])
  expect((await deliveriesOf(endpoint.id)).map(({ status }) => status)).toEqual(['failed', 'failed'])
  expect(await arrivedAfter((tx) => sendHeldDeliveries(tx, endpoint.id))).toEqual([...events].sort())
  expect(await deliveriesOf(endpoint.id)).toMatchObject(Array(2).fill({ status: 'succeeded', attempt_count: 2 }))
})
