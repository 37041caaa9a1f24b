import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import {
  deliveryStatuses,
  getWebhookDelivery,
  listWebhookDeliveries,
  maxListedReplays,
  maxReplays,
  replayWebhookDeliveries,
  replayWebhookDelivery,
} from '@/lib/webhooks/deliveries/contract'
import {
  createWebhook,
  getWebhook,
  reactivateWebhook,
  testWebhook,
  updateWebhook,
} from '@/lib/webhooks/endpoints/contract'
import { verify } from '@/lib/webhooks/signing/verify'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { recordSecret } from '@/tests/support/processes/leak-log'
import { aReceiver, attemptsOf, deliveryOf } from '@/tests/support/webhooks/webhooks'

const receiver = aReceiver()

async function anEndpoint(project: TestProject, path = `/deliveries-${newId()}`) {
  const made = await project.api.post(createWebhook, { url: receiver().url + path, events: ['story.failed'] })
  recordSecret(made.signing_secret)
  return { ...made, path, arrivals: () => receiver().arrivals.filter((one) => one.path === path) }
}

/** Inserts deliveries of different events, one second apart. Returns their ids, oldest first. */
async function deliveriesOf(
  { id, project_id }: { id: string; project_id: string | null },
  count: number,
  status: (typeof deliveryStatuses)[number] = 'permanent_failure',
): Promise<string[]> {
  const events = Array.from({ length: count }, () => newId())
  const ids = Array.from({ length: count }, () => newId())
  await sql`
    insert into events (id, project_id, event, data)
    select id, ${project_id}, 'story.failed', '{}' from unnest(${events}::uuid[]) as g (id)`.execute(database())
  await sql`
    insert into webhook_deliveries (id, endpoint_id, event_id, event, status, next_attempt_at, created_at)
    select g.id, ${id}, g.event_id, 'story.failed', ${status},
      case when ${status} in ('failed', 'in_flight') then '2099-01-01'::timestamptz end,
      '2026-01-01'::timestamptz + make_interval(secs => g.place)
    from unnest(${ids}::uuid[], ${events}::uuid[]) with ordinality as g (id, event_id, place)`.execute(database())
  return ids
}

describe('a test ping', () => {
  test('is sent immediately with both signatures, and the result is listed', async () => {
    const project = await aProject()
    const endpoint = await anEndpoint(project)
    receiver().answer(endpoint.path, { kind: 'status', status: 202, body: 'Thank you' })
    const { ok, event_id, delivery } = await project.api.post(testWebhook, { id: endpoint.id })
    expect({ ok, delivery }).toEqual({
      ok: true,
      delivery: {
        id: expect.any(String),
        event_id,
        event: 'test.ping',
        status: 'succeeded',
        attempt_count: 1,
        next_attempt_at: null,
        last_status_code: 202,
        last_error: null,
        replay_of: null,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    })
    const [arrival, ...more] = endpoint.arrivals()
    if (!arrival) throw new Error('Nothing arrived.')
    expect(more).toEqual([])
    const { body, headers } = arrival
    for (const kind of ['standard', 'hex'] as const) {
      expect(verify({ body, headers, secret: endpoint.signing_secret, kind })).toBe(true)
    }
    const detail = await project.api.get(getWebhookDelivery, { id: endpoint.id, delivery_id: delivery.id })
    expect(detail).toEqual({ ...delivery, payload: JSON.parse(body.toString('utf8')), attempts: [expect.anything()] })
    expect(detail.payload).toMatchObject({ id: event_id, event: 'test.ping', sequence: null })
    const { request_headers, ...attempt } = detail.attempts[0] ?? { request_headers: {} }
    expect(attempt).toEqual({
      number: 1,
      started_at: expect.any(String),
      duration_ms: expect.any(Number),
      status_code: 202,
      error: null,
      response_body: 'Thank you',
      is_response_cut: false,
    })
    expect(request_headers).toMatchObject({ 'x-svc-event': 'test.ping', 'webhook-id': event_id })
    expect(JSON.stringify(detail)).not.toContain(headers['x-svc-signature'])
    expect(JSON.stringify(detail)).not.toContain(String(headers['webhook-signature']).slice(3))
  })

  test('that fails is not retried and does not count against the endpoint', async () => {
    const project = await aProject()
    const endpoint = await anEndpoint(project)
    receiver().answer(endpoint.path, { kind: 'status', status: 500, body: 'Sorry' })
    await project.api.patch(updateWebhook, { id: endpoint.id, active: false })
    const { ok, delivery } = await project.api.post(testWebhook, { id: endpoint.id })
    expect([ok, delivery.status, delivery.next_attempt_at, delivery.last_status_code]).toEqual([
      false,
      'failed',
      null,
      500,
    ])
    expect(delivery.last_error).toMatch(/500/)
    const { active, consecutive_failures, failure_count } = await project.api.get(getWebhook, { id: endpoint.id })
    expect([active, consecutive_failures, failure_count]).toEqual([false, 0, 0])
    const { error } = await project.api.refused(replayWebhookDelivery, { id: endpoint.id, delivery_id: delivery.id })
    expect(error).toEqual({ code: 'conflict', message: 'Test pings cannot be replayed. Send another one.' })
  })

  test('is sent once per Idempotency-Key', async () => {
    const project = await aProject()
    const endpoint = await anEndpoint(project)
    const key = { 'idempotency-key': 'once' }
    const first = await project.api.post(testWebhook, { id: endpoint.id }, key)
    expect(await project.api.post(testWebhook, { id: endpoint.id }, key)).toEqual(first)
    expect(endpoint.arrivals()).toHaveLength(1)
  })
})

describe('the list', () => {
  test('is newest first, with pages and a status filter, and hides leases', async () => {
    const project = await aProject()
    const endpoint = await anEndpoint(project)
    const byStatus = new Map<string, string[]>()
    for (const status of deliveryStatuses) byStatus.set(status, await deliveriesOf(endpoint, 3, status))
    const newestFirst = [...byStatus.values()].flat().reverse()
    const idsOf = async (status?: string, limit = 4): Promise<string[]> => {
      const seen: string[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const query = { id: endpoint.id, limit, ...(status ? { status } : {}), ...(cursor ? { cursor } : {}) }
        const page = await project.api.get(listWebhookDeliveries, query as never)
        expect(page.deliveries.length).toBeLessThanOrEqual(limit)
        seen.push(...page.deliveries.map(({ id }) => id))
        cursor = page.next_cursor
      }
      return seen
    }
    expect(await idsOf()).toEqual(newestFirst)
    expect(await idsOf('succeeded')).toEqual(byStatus.get('succeeded')?.toReversed())
    const failed = ['failed', 'permanent_failure'].flatMap((status) => byStatus.get(status) ?? [])
    expect(await idsOf('failed,permanent_failure')).toEqual(failed.toReversed())
    expect(await idsOf(deliveryStatuses.join(','))).toEqual(newestFirst)
    const { deliveries } = await project.api.get(listWebhookDeliveries, { id: endpoint.id })
    const nextOf = (status: string) => deliveries.find((one) => one.status === status)?.next_attempt_at
    expect([nextOf('failed'), nextOf('in_flight')]).toEqual(['2099-01-01T00:00:00.000Z', null])
    const { error } = await project.api.refused(listWebhookDeliveries, { id: endpoint.id, status: 'lost' })
    expect(error.issues?.[0]?.path).toMatch(/^status/)
  })

  test('404 for a delivery of another endpoint', async () => {
    const project = await aProject()
    const [one, other] = [await anEndpoint(project), await anEndpoint(project)]
    const outsider = await aProject()
    const theirs = await anEndpoint(outsider)
    const [[mine = ''], [strange = '']] = [await deliveriesOf(other, 1), await deliveriesOf(theirs, 1)]
    for (const delivery_id of [mine, strange, newId()]) {
      for (const contract of [getWebhookDelivery, replayWebhookDelivery]) {
        const { status, error } = await project.api.refused(contract, { id: one.id, delivery_id })
        expect([status, error.message]).toEqual([404, 'No such delivery.'])
      }
    }
  })
})

describe('reactivating', () => {
  /** An endpoint that was turned off while one delivery waited for a retry, another for its first attempt. */
  async function turnedOff(project: TestProject) {
    const endpoint = await anEndpoint(project)
    const [failed = ''] = await deliveriesOf(endpoint, 1, 'failed')
    const [pending = ''] = await deliveriesOf(endpoint, 1, 'pending')
    await sql`update webhook_deliveries set next_attempt_at = '2099-01-01' where id = ${pending}`.execute(database())
    await deliveriesOf(endpoint, 1, 'succeeded')
    await deliveriesOf(endpoint, 1, 'permanent_failure')
    await project.api.patch(updateWebhook, { id: endpoint.id, active: false })
    return { endpoint, failed, pending }
  }
  const waitingOf = async (project: TestProject, id: string) => {
    const { deliveries } = await project.api.get(listWebhookDeliveries, { id, status: 'pending,failed' } as never)
    return deliveries.map(({ id, status, next_attempt_at }) => ({ id, status, next_attempt_at }))
  }
  const onHold = (failed: string, pending: string) => [
    { id: pending, status: 'pending', next_attempt_at: null },
    { id: failed, status: 'failed', next_attempt_at: null },
  ]

  test('keeps waiting deliveries on hold, and they can be replayed', async () => {
    const project = await aProject()
    const { endpoint, failed, pending } = await turnedOff(project)
    expect(await waitingOf(project, endpoint.id)).toEqual(onHold(failed, pending))
    const on = await project.api.post(reactivateWebhook, { id: endpoint.id })
    expect(on).toMatchObject({ active: true, replayed_count: 0 })
    expect(await waitingOf(project, endpoint.id)).toEqual(onHold(failed, pending))
    const { delivery } = await project.api.post(replayWebhookDelivery, { id: endpoint.id, delivery_id: failed })
    expect(delivery).toMatchObject({ status: 'pending', replay_of: failed, next_attempt_at: expect.any(String) })
    // One event has been replayed, so only the other one is left to send.
    const sent = await project.api.post(reactivateWebhook, { id: endpoint.id, replay_waiting: true })
    expect(sent.replayed_count).toBe(1)
    const waiting = await waitingOf(project, endpoint.id)
    expect(waiting.find(({ id }) => id === failed)?.next_attempt_at).toBeNull()
    expect(waiting.find(({ id }) => id === pending)?.next_attempt_at).toEqual(expect.any(String))
  })

  test('with replay_waiting sends waiting deliveries once', async () => {
    const project = await aProject()
    const { endpoint } = await turnedOff(project)
    const before = Date.now()
    const on = await project.api.post(reactivateWebhook, { id: endpoint.id, replay_waiting: true })
    expect(on).toMatchObject({ active: true, replayed_count: 2 })
    const waiting = await waitingOf(project, endpoint.id)
    for (const { next_attempt_at } of waiting)
      expect(Math.abs(Date.parse(next_attempt_at ?? '') - before)).toBeLessThan(60_000)
    const again = await project.api.post(reactivateWebhook, { id: endpoint.id, replay_waiting: true })
    expect([again.replayed_count, await waitingOf(project, endpoint.id)]).toEqual([0, waiting])
  })

  test('by PATCH keeps waiting deliveries on hold', async () => {
    const project = await aProject()
    const { endpoint, failed, pending } = await turnedOff(project)
    await project.api.patch(updateWebhook, { id: endpoint.id, active: true })
    expect(await waitingOf(project, endpoint.id)).toEqual(onHold(failed, pending))
  })

  test('of an active endpoint does not change its retries', async () => {
    const project = await aProject()
    const endpoint = await anEndpoint(project)
    await deliveriesOf(endpoint, 1, 'failed')
    const before = await waitingOf(project, endpoint.id)
    for (const replay_waiting of [true, false]) {
      const { replayed_count } = await project.api.post(reactivateWebhook, { id: endpoint.id, replay_waiting })
      expect(replayed_count).toBe(0)
    }
    expect(await waitingOf(project, endpoint.id)).toEqual(before)
  })
})

describe('a replay', () => {
  test('of a delivery is a new delivery of the same event', async () => {
    const project = await aProject()
    const endpoint = await anEndpoint(project)
    const [delivery_id = ''] = await deliveriesOf(endpoint, 1, 'succeeded')
    const before = await deliveryOf(delivery_id)
    const { delivery } = await project.api.post(replayWebhookDelivery, { id: endpoint.id, delivery_id })
    expect(delivery).toMatchObject({
      event_id: before.event_id,
      event: 'story.failed',
      status: 'pending',
      attempt_count: 0,
      next_attempt_at: expect.any(String),
      replay_of: delivery_id,
    })
    expect(await deliveryOf(delivery_id)).toEqual(before)
    const { deliveries } = await project.api.get(listWebhookDeliveries, { id: endpoint.id })
    expect(deliveries.map(({ id }) => id)).toEqual([delivery.id, delivery_id])
  })

  test('of a range filters by time and status, and skips events that are already pending again', async () => {
    const project = await aProject()
    const endpoint = await anEndpoint(project)
    const failed = await deliveriesOf(endpoint, 5)
    const [arrived = ''] = await deliveriesOf(endpoint, 1, 'succeeded')
    const range = { id: endpoint.id, since: '2026-01-01T00:00:02Z', until: '2026-01-01T00:00:05Z' }
    const first = await project.api.post(replayWebhookDeliveries, range)
    expect(first.count).toBe(3)
    expect(first.deliveries.map(({ replay_of }) => replay_of)).toEqual(failed.slice(1, 4))
    expect(await project.api.post(replayWebhookDeliveries, range)).toEqual({ count: 0, deliveries: [] })
    const all = { id: endpoint.id, since: '2026-01-01T01:00:00+01:00', until: '2027-01-01T00:00:00Z' }
    const succeeded = await project.api.post(replayWebhookDeliveries, { ...all, status: ['succeeded'] })
    expect(succeeded.deliveries.map(({ replay_of }) => replay_of)).toEqual([arrived])
    const rest = await project.api.post(replayWebhookDeliveries, { ...all, status: ['permanent_failure'] })
    expect(rest.deliveries.map(({ replay_of }) => replay_of)).toEqual([failed[0], failed[4]])
  })

  test(`of ${maxReplays} events works, and one more is a conflict without effects`, async () => {
    const project = await aProject()
    const endpoint = await anEndpoint(project)
    await deliveriesOf(endpoint, maxReplays + 1)
    const countOf = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) from webhook_deliveries where endpoint_id = ${endpoint.id} and is_replay`.execute(database())
      return rows[0]?.count
    }
    const range = { id: endpoint.id, since: '2026-01-01T00:00:00Z', until: '2027-01-01T00:00:00Z' }
    const { status, error } = await project.api.refused(replayWebhookDeliveries, range)
    const message = 'More than 10,000 events match. Replay a shorter time range.'
    expect([status, error, await countOf()]).toEqual([409, { code: 'conflict', message }, 0])
    const key = { 'idempotency-key': newId() }
    const shorter = { ...range, since: '2026-01-01T00:00:02Z' }
    const made = await project.api.post(replayWebhookDeliveries, shorter, key)
    expect([made.count, made.deliveries.length]).toEqual([maxReplays, maxListedReplays])
    expect(await project.api.post(replayWebhookDeliveries, shorter, key)).toEqual(made)
    expect(await countOf()).toBe(maxReplays)
    // Removes them, so that the other tests are not delayed.
    await sql`delete from webhook_deliveries where endpoint_id = ${endpoint.id}`.execute(database())
  })

  test('409 when the endpoint is off', async () => {
    const project = await aProject()
    const endpoint = await anEndpoint(project)
    const [delivery_id = ''] = await deliveriesOf(endpoint, 1)
    await project.api.patch(updateWebhook, { id: endpoint.id, active: false })
    const range = { since: '2026-01-01T00:00:00Z', until: '2027-01-01T00:00:00Z' }
    const one = await project.api.refused(replayWebhookDelivery, { id: endpoint.id, delivery_id })
    const many = await project.api.refused(replayWebhookDeliveries, { id: endpoint.id, ...range })
    const message = 'This endpoint is off. Reactivate it first.'
    expect([one.error, many.error]).toEqual(Array(2).fill({ code: 'conflict', message }))
    expect(await attemptsOf(delivery_id)).toEqual([])
  })

  test('400 when until is before since', async () => {
    const project = await aProject()
    const endpoint = await anEndpoint(project)
    const range = { since: '2026-01-02T00:00:00Z', until: '2026-01-02T01:00:00+01:00' }
    const { status, error } = await project.api.refused(replayWebhookDeliveries, { id: endpoint.id, ...range })
    expect([status, error.issues?.[0]]).toEqual([
      400,
      { path: 'until', code: 'not_after_since', message: 'must be after since.' },
    ])
  })
})
