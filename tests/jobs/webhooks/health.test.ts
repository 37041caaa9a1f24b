import { sql, type Transaction } from 'kysely'
import { expect, test } from 'vitest'
import { database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { claimDeliveries } from '@/lib/webhooks/claim'
import { fanOut } from '@/lib/webhooks/fan-out'
import { sendPing } from '@/lib/webhooks/ping'
import { retryDelaysSeconds } from '@/lib/webhooks/schedule'
import { verify } from '@/lib/webhooks/verify'
import { holdWaiting, sendHeld } from '@/lib/webhooks/waiting'
import { startDeliveries } from '@/lib/webhooks/worker'
import { aProject } from '../../support/api'
import { onOwnDatabase } from '../../support/publishing'
import type { Manner } from '../../support/webhook-receiver'
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
} from '../../support/webhooks'

onOwnDatabase()
const receiver = aReceiver()

const refusing: Manner = { kind: 'status', status: 500 }
const taking: Manner = { kind: 'status', status: 200 }

let paths = 0
async function anEndpoint(manner: Manner) {
  const project = await aProject()
  const endpoint = await insertEndpoint({ project, url: `${receiver().url}/health-${++paths}` })
  receiver().answer(endpoint.path, manner)
  return { project, ...endpoint }
}

/** One event and one attempt at it. */
async function tryOnce({ id, project }: Awaited<ReturnType<typeof anEndpoint>>): Promise<void> {
  await sql`update webhook_deliveries set next_attempt_at = next_attempt_at + interval '1 day'
    where endpoint_id = ${id} and next_attempt_at is not null`.execute(database())
  await sql`update webhook_endpoints set paused_until = null where id = ${id}`.execute(database())
  await appendSome(project.projectId)
  await deliverAll()
}

/** Seconds until the next attempt, by the database's clock. */
async function secondsToWait(deliveryId: string): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from next_attempt_at - updated_at)::float8 as seconds
    from webhook_deliveries where id = ${deliveryId}`.execute(database())
  return rows[0]?.seconds ?? null
}

test('a delivery is tried seven times, at the six delays, and then has failed for good', async () => {
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

test('after three failures an endpoint is unhealthy and paused, after ten it is off, and its work stops', async () => {
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
  expect(alerts[1]?.message).toMatch(/turned off.*answered 500.*reactivate/)

  const before = receiver().arrivals.length
  await letWaitPass(endpoint.id)
  await appendSome(endpoint.project.projectId)
  await deliverAll()
  expect(receiver().arrivals.length).toBe(before)
  // What waited is kept, and nothing new is made for an endpoint that is off.
  const deliveries = await deliveriesOf(endpoint.id)
  expect(deliveries).toHaveLength(10)
  expect(deliveries.every(({ status }) => status === 'failed')).toBe(true)

  // As reactivating does it.
  await sql`update webhook_endpoints set active = true, health_status = 'healthy', consecutive_failures = 0
    where id = ${endpoint.id}`.execute(database())
  receiver().answer(endpoint.path, taking)
  await deliverAll()
  expect((await deliveriesOf(endpoint.id)).every(({ status }) => status === 'succeeded')).toBe(true)
})

test('what is switched off between the look and the claim is not sent', async () => {
  const endpoint = await anEndpoint(taking)
  await appendSome(endpoint.project.projectId)
  await fanOut(database())
  const share = new Map([[endpoint.id, 1]])
  await database().updateTable('webhook_endpoints').set({ active: false }).where('id', '=', endpoint.id).execute()
  expect(await claimDeliveries(database(), share)).toEqual([])
  await database().updateTable('webhook_endpoints').set({ active: true }).where('id', '=', endpoint.id).execute()
  expect(await claimDeliveries(database(), share)).toHaveLength(1)
})

test('the first success clears the run', async () => {
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

test('many deliveries that fail together do not switch an endpoint off', async () => {
  const endpoint = await anEndpoint(taking)
  // One worker throughout: it has come to trust the endpoint, and sends it many at a time.
  const worker = startDeliveries(database())
  const all = async (statuses: string[]): Promise<boolean> =>
    (await deliveriesOf(endpoint.id)).filter(({ status }) => statuses.includes(status)).length >= 100
  await appendSome(endpoint.project.projectId, 100)
  await eventually(() => all(['succeeded']), 'a hundred successes')
  let begun = 0
  let answerNow = (): void => {}
  const until = new Promise<void>((resolve) => {
    answerNow = resolve
  })
  receiver().answer(endpoint.path, () => {
    begun += 1
    return { kind: 'held', until, status: 500 }
  })
  await appendSome(endpoint.project.projectId, 100)
  await eventually(() => begun >= 20, 'twenty calls at a time')
  answerNow()
  await eventually(async () => (await endpointOf(endpoint.id)).consecutive_failures >= 3, 'the failures')
  await worker.stop(10_000)
  expect(await endpointOf(endpoint.id)).toMatchObject({ active: true, health_status: 'unhealthy' })
  expect((await endpointOf(endpoint.id)).consecutive_failures).toBeLessThan(10)
  expect(await alertsOf(endpoint.id)).toHaveLength(1)
})

test('a test ping goes out at once, signed, and counts for nothing', async () => {
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
  // It is no event of the project.
  const [eventId] = await appendSome(endpoint.project.projectId)
  await deliverAll()
  const { sequence } = await database()
    .selectFrom('events')
    .select('sequence')
    .where('id', '=', eventId ?? '')
    .executeTakeFirstOrThrow()
  expect(sequence).toBe(1)
})

test('a ping whose sender died ends as failed and is not sent again', async () => {
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

test('what waits is not sent after an endpoint is turned on, unless it is asked for', async () => {
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
      .map(({ headers }) => headers['webhook-id'])
      .sort()
  }
  await turn(false)
  receiver().answer(endpoint.path, taking)
  await turn(true)
  expect(await arrivedAfter((tx) => holdWaiting(tx, endpoint.id))).toEqual([])
  expect((await deliveriesOf(endpoint.id)).map(({ status }) => status)).toEqual(['failed', 'failed'])
  expect(await arrivedAfter((tx) => sendHeld(tx, endpoint.id))).toEqual([...events].sort())
  expect(await deliveriesOf(endpoint.id)).toMatchObject(Array(2).fill({ status: 'succeeded', attempt_count: 2 }))
})
