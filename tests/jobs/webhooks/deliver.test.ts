import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { fanOut } from '@/lib/webhooks/sending/fan-out'
import { encryptSecret, newSecret } from '@/lib/webhooks/signing/secret'
import { plainSignature, standardSignature } from '@/lib/webhooks/signing/sign'
import { verify } from '@/lib/webhooks/signing/verify'
import { aProject } from '@/tests/support/api/api'
import { onOwnDatabase } from '@/tests/support/publishing/publishing'
import type { Arrival } from '@/tests/support/servers/webhook-receiver'
import {
  appendSome,
  aReceiver,
  attemptsOf,
  deliverAll,
  deliveriesOf,
  insertEndpoint,
  letWaitPass,
  type TestEndpoint,
} from '@/tests/support/webhooks/webhooks'

onOwnDatabase()
const receiver = aReceiver()

const arrivedAt = ({ path }: TestEndpoint): Arrival[] =>
  receiver().arrivals.filter((arrival) => arrival.path.split('?')[0] === path)

const idsOf = (arrivals: Arrival[]): string[] => arrivals.map(({ headers }) => String(headers['webhook-id']))

let paths = 0
const aUrl = (): string => `${receiver().url}/hook-${++paths}`

const only = <T>(items: T[]): T => {
  expect(items).toHaveLength(1)
  return items[0] as T
}

test('an event arrives once, complete, with two valid signatures', async () => {
  const project = await aProject()
  const endpoint = await insertEndpoint({ project, url: aUrl() })
  const [eventId] = await appendSome(project.projectId)
  await deliverAll()
  expect(await deliverAll()).toBe(0)

  const { headers, body } = only(arrivedAt(endpoint))
  expect(JSON.parse(body.toString())).toEqual({
    id: eventId,
    event: 'story.published',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    sequence: 1,
    data: {
      project_id: project.projectId,
      story: expect.objectContaining({ caption: 'Warm “bread” — 12 €\u2028🥖' }),
    },
  })
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'x-svc-event': 'story.published',
    'x-svc-event-id': eventId,
    'x-svc-timestamp': headers['webhook-timestamp'],
    'webhook-id': eventId,
  })
  expect(verify({ body, headers, secret: endpoint.secret })).toBe(true)
  expect(verify({ body, headers, secret: endpoint.secret, kind: 'hex' })).toBe(true)
  expect(new Webhook(endpoint.secret).verify(body, headers as Record<string, string>)).toHaveProperty('id', eventId)
})

test('changed, foreign and old messages fail verification', async () => {
  const project = await aProject()
  const endpoint = await insertEndpoint({ project, url: aUrl() })
  await appendSome(project.projectId)
  await deliverAll()
  const { headers, body } = only(arrivedAt(endpoint))
  const { secret } = endpoint
  const changed = Buffer.from(body.toString().replace('Bread', 'Beard'))
  for (const kind of ['standard', 'hex'] as const) {
    expect(verify({ body, headers, secret, kind })).toBe(true)
    expect(verify({ body: changed, headers, secret, kind })).toBe(false)
    expect(verify({ body, headers, secret: newSecret(), kind })).toBe(false)
    expect(verify({ body, headers: {}, secret, kind })).toBe(false)
  }
  expect(verify({ body, headers: { ...headers, 'webhook-id': 'another' }, secret })).toBe(false)
  const sentMs = Number(headers['webhook-timestamp']) * 1_000
  expect(verify({ body, headers, secret, now: new Date(sentMs + 299_000) })).toBe(true)
  expect(verify({ body, headers, secret, now: new Date(sentMs + 301_000) })).toBe(false)
  expect(verify({ body, headers, secret, now: new Date(sentMs - 301_000) })).toBe(false)
})

test('after a rotation the new secret signs immediately, and the old one for a day in separate headers', async () => {
  const project = await aProject()
  const { secret: oldSecret, ...endpoint } = await insertEndpoint({ project, url: aUrl() })
  const secret = newSecret()
  const set = (hours: number) =>
    sql`
    update webhook_endpoints set previous_secret = coalesce(previous_secret, secret),
      previous_secret_key_id = coalesce(previous_secret_key_id, secret_key_id),
      secret = ${encryptSecret(endpoint.id, secret).secret},
      previous_secret_until = now() + make_interval(hours => ${hours}) where id = ${endpoint.id}`.execute(database())
  await set(1)
  await appendSome(project.projectId)
  await deliverAll()
  await set(-1)
  await appendSome(project.projectId)
  await deliverAll()

  const [during, after] = arrivedAt({ ...endpoint, secret }) as [Arrival, Arrival]
  for (const kind of ['standard', 'hex'] as const) {
    expect(verify({ ...during, secret, kind })).toBe(true)
    expect(verify({ ...during, secret: oldSecret, kind })).toBe(true)
    expect(verify({ ...after, secret, kind })).toBe(true)
    expect(verify({ ...after, secret: oldSecret, kind })).toBe(false)
  }
  expect(during.headers).toMatchObject({
    'x-svc-signature': plainSignature(secret, during.body),
    'x-svc-signature-previous': plainSignature(oldSecret, during.body),
  })
  expect(after.headers['x-svc-signature']).toBe(plainSignature(secret, after.body))
  expect(after.headers).not.toHaveProperty('x-svc-signature-previous')
  const signatures = String(during.headers['webhook-signature']).split(' ')
  const [id, timestamp] = [String(during.headers['webhook-id']), String(during.headers['webhook-timestamp'])]
  expect(signatures).toEqual(
    [secret, oldSecret].map((one) => `v1,${standardSignature(one, id, timestamp, during.body)}`),
  )
  for (const one of [secret, oldSecret]) {
    const event = new Webhook(one).verify(during.body, during.headers as Record<string, string>)
    expect(event).toHaveProperty('id', id)
  }
})

test('a retry sends the same body and id with a new timestamp and signature', async () => {
  const project = await aProject()
  const endpoint = await insertEndpoint({ project, url: aUrl() })
  receiver().answer(endpoint.path, { kind: 'status', status: 503, body: 'come back later' })
  await appendSome(project.projectId)
  await deliverAll()
  receiver().answer(endpoint.path, { kind: 'status', status: 204 })
  await letWaitPass(endpoint.id)
  await deliverAll()

  const [first, second] = arrivedAt(endpoint) as [Arrival, Arrival]
  expect(second.body.equals(first.body)).toBe(true)
  expect(idsOf([first, second])).toEqual([first.headers['webhook-id'], first.headers['webhook-id']])
  expect(verify({ ...second, secret: endpoint.secret })).toBe(true)
  const delivery = only(await deliveriesOf(endpoint.id))
  expect(delivery).toMatchObject({
    status: 'succeeded',
    attempt_count: 2,
    last_status_code: 204,
    last_error: null,
    next_attempt_at: null,
  })
  const attempts = await attemptsOf(delivery.id)
  expect(attempts).toMatchObject([
    {
      number: 1,
      status_code: 503,
      response_body: 'come back later',
      error: 'The endpoint responded with 503. Respond with a status from 200 to 299.',
    },
    { number: 2, status_code: 204, response_body: '', error: null },
  ])
  for (const { request_headers } of attempts) {
    expect(request_headers).toHaveProperty('webhook-id', first.headers['webhook-id'])
    expect(JSON.stringify(request_headers)).not.toMatch(/signature/)
  }
})

test('an endpoint receives its subscribed events of its project since its creation', async () => {
  const [project, other] = [await aProject(), await aProject()]
  await appendSome(project.projectId)
  const one = await insertEndpoint({ project, url: aUrl(), events: ['story.failed', 'ping'] })
  const all = await insertEndpoint({ project, url: aUrl() })
  const off = await insertEndpoint({ project, url: aUrl() })
  await database().updateTable('webhook_endpoints').set({ active: false }).where('id', '=', off.id).execute()
  const [failed] = await appendSome(project.projectId, 1, 'story.failed')
  const [published] = await appendSome(project.projectId)
  await appendSome(other.projectId)
  await deliverAll()
  expect(idsOf(arrivedAt(one))).toEqual([failed])
  expect(idsOf(arrivedAt(all)).sort()).toEqual([failed, published])
  expect(arrivedAt(off)).toEqual([])
  expect(await deliveriesOf(off.id)).toEqual([])
})

test('an account-wide endpoint receives events of the projects that its creator may read', async () => {
  const [owner, guest] = [await aProject(), await aProject()]
  const endpoint = await insertEndpoint({ project: owner, url: aUrl(), isAccountWide: true })
  const join = { project_id: guest.projectId, user_id: owner.userId, role: 'viewer' as const }
  await appendSome(guest.projectId)
  await deliverAll()
  await database().insertInto('project_members').values(join).execute()
  const [own] = await appendSome(owner.projectId)
  const [joined] = await appendSome(guest.projectId)
  await deliverAll()
  await database().deleteFrom('project_members').where('user_id', '=', owner.userId).execute()
  await appendSome(guest.projectId)
  await deliverAll()
  expect(idsOf(arrivedAt(endpoint)).sort()).toEqual([own, joined].sort())
})

test('a deleted project sends no events', async () => {
  const project = await aProject()
  const endpoint = await insertEndpoint({ project, url: aUrl() })
  await appendSome(project.projectId)
  await sql`update projects set deleted_at = now() where id = ${project.projectId}`.execute(database())
  await deliverAll()
  expect(arrivedAt(endpoint)).toEqual([])
  expect(await fanOut(database())).toBe(0)
})

test('sequences start at 1 per project, in order and without gaps, with concurrent fan-outs', async () => {
  const projects = [await aProject(), await aProject()]
  const endpoint = await insertEndpoint({ project: projects[0] as never, url: aUrl() })
  for (let round = 0; round < 3; round++) for (const { projectId } of projects) await appendSome(projectId, 300)
  while ((await Promise.all(Array.from({ length: 4 }, () => fanOut(database())))).some((count) => count > 0));
  for (const { projectId } of projects) {
    const rows = await database()
      .selectFrom('events')
      .select(['sequence', 'fanned_out_at'])
      .where('project_id', '=', projectId)
      .orderBy('id')
      .execute()
    expect(rows.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 900 }, (_, index) => index + 1))
  }
  expect(await deliveriesOf(endpoint.id)).toHaveLength(900)
})

test('a failing endpoint causes no duplicates at others', async () => {
  const project = await aProject()
  const [good, bad] = [await insertEndpoint({ project, url: aUrl() }), await insertEndpoint({ project, url: aUrl() })]
  receiver().answer(bad.path, { kind: 'status', status: 500 })
  const events = await appendSome(project.projectId, 5)
  for (let round = 0; round < 3; round++) {
    await deliverAll()
    await letWaitPass(good.id, bad.id)
  }
  expect(idsOf(arrivedAt(good)).sort()).toEqual([...events].sort())
  expect(arrivedAt(bad).length).toBeGreaterThan(5)
})
