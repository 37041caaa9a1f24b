import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { database, transaction } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { deleteOldDeliveries } from '@/lib/webhooks/delete-old'
import { replayOne, replayRange } from '@/lib/webhooks/deliveries/replay'
import { fanOut } from '@/lib/webhooks/sending/fan-out'
import { aProject } from '@/tests/support/api/api'
import { onOwnDatabase } from '@/tests/support/publishing/publishing'
import {
  appendSome,
  aReceiver,
  deliverAll,
  deliveriesOf,
  deliveryOf,
  insertEndpoint,
  letWaitPass,
} from '@/tests/support/webhooks/webhooks'

onOwnDatabase()
const receiver = aReceiver()

let paths = 0
async function anEndpoint() {
  const project = await aProject()
  const endpoint = await insertEndpoint({ project, url: `${receiver().url}/replay-${++paths}` })
  return { project, ...endpoint }
}

const always = { since: new Date(0), until: new Date(Date.now() + 3_600_000) }

const range = (endpointId: string, statuses: string[], time = always) =>
  transaction(database(), (tx) => replayRange(tx, endpointId, { ...time, statuses }))

const dayMs = 86_400_000

/** An event and a delivery of the given ages in days. Their ids contain the time. */
async function anOldDelivery(
  endpoint: Awaited<ReturnType<typeof anEndpoint>>,
  days: { event: number; delivery: number },
) {
  const [eventId, id] = [newId(Date.now() - days.event * dayMs), newId(Date.now() - days.delivery * dayMs)]
  const event = { id: eventId, project_id: endpoint.project.projectId, event: 'story.failed' }
  await database()
    .insertInto('events')
    .values({ ...event, data: '{}', fanned_out_at: new Date() })
    .execute()
  const delivery = {
    id,
    endpoint_id: endpoint.id,
    event_id: eventId,
    event: 'story.failed',
    status: 'succeeded' as const,
  }
  await database().insertInto('webhook_deliveries').values(delivery).execute()
  return deliveryOf(id)
}

test('a replay is a new delivery of the same event', async () => {
  const endpoint = await anEndpoint()
  await appendSome(endpoint.project.projectId)
  await deliverAll()
  const [first] = await deliveriesOf(endpoint.id)
  const replay = await transaction(database(), (tx) => replayOne(tx, first as never))
  expect(replay).toMatchObject({ status: 'pending', replay_of: first?.id, event_id: first?.event_id, attempt_count: 0 })
  await deliverAll()
  expect(await deliveryOf(replay.id)).toMatchObject({ status: 'succeeded', attempt_count: 1 })
  const [one, two, ...more] = receiver().arrivals.filter(({ path }) => path === endpoint.path)
  expect(more).toEqual([])
  expect(two?.headers['webhook-id']).toBe(one?.headers['webhook-id'])
  expect(two?.body.equals(one?.body as Buffer)).toBe(true)
})

test('a range replays each event once, by the status of its newest delivery', async () => {
  const endpoint = await anEndpoint()
  receiver().answer(endpoint.path, { kind: 'status', status: 500 })
  const events = await appendSome(endpoint.project.projectId, 3)
  for (let attempt = 0; attempt < 7; attempt++) {
    await deliverAll()
    await sql`update webhook_endpoints set active = true, consecutive_failures = 0 where id = ${endpoint.id}`.execute(
      database(),
    )
    await letWaitPass(endpoint.id)
  }
  receiver().answer(endpoint.path, { kind: 'status', status: 200 })
  expect((await range(endpoint.id, ['succeeded', 'failed'])).count).toBe(0)
  expect((await range(endpoint.id, ['permanent_failure'], { ...always, until: new Date(1) })).count).toBe(0)
  const { count, ids } = await range(endpoint.id, ['permanent_failure'])
  expect(count).toBe(3)
  expect(await Promise.all(ids.map(async (id) => (await deliveryOf(id)).event_id))).toEqual(events)
  // Nothing to replay while the replays are pending, or after they have arrived.
  expect((await range(endpoint.id, ['permanent_failure'])).count).toBe(0)
  await deliverAll()
  expect((await range(endpoint.id, ['permanent_failure'])).count).toBe(0)
  expect((await range(endpoint.id, ['succeeded'])).count).toBe(3)
})

test('concurrent range replays send each event once', async () => {
  const endpoint = await anEndpoint()
  await appendSome(endpoint.project.projectId, 200)
  await fanOut(database())
  await database()
    .updateTable('webhook_deliveries')
    .set({ status: 'permanent_failure', next_attempt_at: null })
    .where('endpoint_id', '=', endpoint.id)
    .execute()
  const replays = await Promise.all(Array.from({ length: 5 }, () => range(endpoint.id, ['permanent_failure'])))
  expect(replays.map(({ count }) => count).sort((one, other) => other - one)).toEqual([200, 0, 0, 0, 0])
  await database().deleteFrom('webhook_deliveries').where('endpoint_id', '=', endpoint.id).execute()
})

test('10,000 events are replayed in one request, each once', async () => {
  const endpoint = await anEndpoint()
  for (let page = 0; page < 10; page++) await appendSome(endpoint.project.projectId, 1_000)
  while ((await fanOut(database())) > 0);
  await sql`update webhook_deliveries set status = 'succeeded', next_attempt_at = null
    where endpoint_id = ${endpoint.id}`.execute(database())
  const { count, ids } = await range(endpoint.id, ['succeeded'])
  expect([count, new Set(ids).size]).toEqual([10_000, 10_000])
  const { rows } = await sql<{ total: number; events: number }>`
    select count(*)::int as total, count(distinct event_id)::int as events from webhook_deliveries
    where endpoint_id = ${endpoint.id} and is_replay and next_attempt_at <= now()`.execute(database())
  expect(rows).toEqual([{ total: 10_000, events: 10_000 }])
  // Removes them, so that the next test is not delayed.
  await database().deleteFrom('webhook_deliveries').where('endpoint_id', '=', endpoint.id).execute()
})

test('deletes deliveries after 30 days, events and alerts after 90, and keeps replays of deleted deliveries', async () => {
  const endpoint = await anEndpoint()
  const alerts = [89, 91].map((days) => newId(Date.now() - days * dayMs))
  const alert = { endpoint_id: endpoint.id, kind: 'unhealthy' as const, message: 'It fails.' }
  await database()
    .insertInto('webhook_alerts')
    .values(alerts.map((id) => ({ id, ...alert })))
    .execute()
  const remaining = await anOldDelivery(endpoint, { event: 89, delivery: 29 })
  const replayed = await anOldDelivery(endpoint, { event: 89, delivery: 31 })
  await anOldDelivery(endpoint, { event: 91, delivery: 29 })
  const replay = () => transaction(database(), (tx) => replayOne(tx, replayed))
  const replays = [await replay(), await replay()]
  await deliverAll()

  expect(await deleteOldDeliveries(database())).toEqual({ deliveries: 1, events: 1, alerts: 1 })
  const shown = await database()
    .selectFrom('webhook_alerts')
    .select('id')
    .where('endpoint_id', '=', endpoint.id)
    .execute()
  expect(shown).toEqual([{ id: alerts[0] }])
  const left = await deliveriesOf(endpoint.id)
  expect(left.map(({ id }) => id)).toEqual([remaining.id, ...replays.map(({ id }) => id)])
  expect(left.map(({ is_replay, replay_of }) => [is_replay, replay_of])).toEqual([
    [false, null],
    [true, null],
    [true, null],
  ])
  expect(await deleteOldDeliveries(database())).toEqual({ deliveries: 0, events: 0, alerts: 0 })
})
