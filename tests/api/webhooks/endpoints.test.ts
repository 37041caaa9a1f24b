import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { deleteOldDeliveries } from '@/lib/webhooks/delete-old'
import { listWebhookDeliveries } from '@/lib/webhooks/deliveries/contract'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  reactivateWebhook,
  testWebhook,
  updateWebhook,
} from '@/lib/webhooks/endpoints/contract'
import { decryptSecret } from '@/lib/webhooks/signing/secret'
import { verify } from '@/lib/webhooks/signing/verify'
import { aProject } from '@/tests/support/api/api'
import { recordSecret } from '@/tests/support/processes/leak-log'
import { aReceiver, endpointOf } from '@/tests/support/webhooks/webhooks'

const receiver = aReceiver()
const url = 'https://shop.example/hook'

test('create returns the endpoint in both forms and the secret once, encrypted in the database', async () => {
  const { api, projectId } = await aProject()
  const wanted = { url: ` ${url} `, events: ['story.failed', '*', 'story.failed'] as const, description: 'The shop' }
  const { endpoint, signing_secret, ...top } = await api.post(createWebhook, { ...wanted, events: [...wanted.events] })
  recordSecret(signing_secret)
  expect(signing_secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(top).toEqual(endpoint)
  expect(endpoint).toEqual({
    id: expect.any(String),
    project_id: projectId,
    url,
    description: 'The shop',
    events: ['story.failed', '*'],
    active: true,
    health_status: 'healthy',
    consecutive_failures: 0,
    failure_count: 0,
    previous_secret_expires_at: null,
    created_at: expect.any(String),
    updated_at: endpoint.created_at,
  })
  expect(await api.get(getWebhook, { id: endpoint.id })).toEqual(endpoint)
  expect(await api.get(listWebhooks)).toEqual({ endpoints: [{ ...endpoint, last_delivery: null }], next_cursor: null })
  const row = await endpointOf(endpoint.id)
  expect(row.secret.toString('latin1')).not.toContain(signing_secret)
  expect(decryptSecret(row.id, row.secret, row.secret_key_id)).toBe(signing_secret)
})

test.each([
  ['url', 'shop.example', 'address_refused'],
  ['url', 'ftp://shop.example/', 'address_refused'],
  ['url', 'https://ann:secret@shop.example/', 'address_refused'],
  ['url', `https://shop.example/${'a'.repeat(2048)}`, 'too_big'],
  ['events', [], 'too_small'],
  ['events.0', ['story.posted'], 'invalid_value'],
  ['description', 'a'.repeat(501), 'too_big'],
])('400 when %s is %s', async (path, value, code) => {
  const { api } = await aProject()
  const member = path.split('.')[0] ?? ''
  const body = { url, events: ['*'], [member]: value }
  const { status, error } = await api.refused(createWebhook, body)
  expect([status, error.issues]).toEqual([400, [expect.objectContaining({ path, code })]])
  const { id } = await api.post(createWebhook, { url, events: ['*'] })
  const change = await api.refused(updateWebhook, { id, [member]: value })
  expect([change.status, change.error.issues]).toEqual([400, [expect.objectContaining({ path, code })]])
})

test('400 for malformed members; the URL is checked after the format', async () => {
  const { api } = await aProject()
  const { error } = await api.refused(createWebhook, { url: 'ftp://shop.example/', events: [], evnets: [] })
  expect(error.issues?.map(({ path }) => path).sort()).toEqual(['events', 'evnets'])
})

test('409 above 100 endpoints per project, also for concurrent requests', async () => {
  const { api, projectId, userId } = await aProject()
  await sql`
    insert into webhook_endpoints (id, user_id, project_id, url, events, secret, secret_key_id)
    select gen_random_uuid(), ${userId}, ${projectId}, ${url}, '{*}', 'x', 'x' from generate_series(1, 98)`.execute(
    database(),
  )
  const answers = await Promise.all(Array.from({ length: 6 }, () => api.send(createWebhook, { url, events: ['*'] })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409])
  const { error } = await api.refused(createWebhook, { url, events: ['*'] })
  expect(error).toEqual({
    code: 'conflict',
    message: 'This project has 100 webhook endpoints already. Delete one that you no longer need.',
  })
})

test('update changes only the given members', async () => {
  const { api } = await aProject()
  const { endpoint } = await api.post(createWebhook, { url, events: ['*'], description: 'The shop' })
  const before = await endpointOf(endpoint.id)
  const changed = await api.patch(updateWebhook, { id: endpoint.id, events: ['story.failed'], description: null })
  expect(changed).toEqual({ ...endpoint, events: ['story.failed'], description: null, updated_at: changed.updated_at })
  const after = await endpointOf(endpoint.id)
  expect([after.secret, after.previous_secret]).toEqual([before.secret, null])
  const off = await api.patch(updateWebhook, { id: endpoint.id, active: false })
  expect(off).toMatchObject({ active: false, health_status: 'healthy', url })
})

/** The state after the tenth failure. */
const disable = (id: string, changes: object = {}) =>
  database()
    .updateTable('webhook_endpoints')
    .set({
      active: false,
      health_status: 'auto_disabled',
      consecutive_failures: 10,
      failure_count: 2,
      last_failure_at: new Date(),
      ...changes,
    })
    .where('id', '=', id)
    .execute()

const well = { active: true, health_status: 'healthy', consecutive_failures: 0, failure_count: 2 }

test('a disabled endpoint works again after reactivation or active: true', async () => {
  const { api } = await aProject()
  const { id } = await api.post(createWebhook, { url, events: ['*'] })
  await disable(id)
  expect(await api.post(reactivateWebhook, { id })).toMatchObject(well)
  expect(await endpointOf(id)).toMatchObject({ last_failure_at: null, paused_until: null })
  const { updated_at } = await api.get(getWebhook, { id })
  expect(await api.post(reactivateWebhook, { id })).toMatchObject({ ...well, updated_at })
  await disable(id)
  expect(await api.patch(updateWebhook, { id, active: true })).toMatchObject(well)
})

test('a new URL clears the failures but does not turn a disabled endpoint on', async () => {
  const { api } = await aProject()
  const { id } = await api.post(createWebhook, { url, events: ['*'] })
  const failing = { active: true, health_status: 'unhealthy', consecutive_failures: 9, paused_until: new Date() }
  await disable(id, failing)
  expect(await api.patch(updateWebhook, { id, url })).toMatchObject({ consecutive_failures: 9 })
  expect(await api.patch(updateWebhook, { id, url: `${url}/2` })).toMatchObject({ ...well, url: `${url}/2` })
  await disable(id)
  const moved = await api.patch(updateWebhook, { id, url: `${url}/3` })
  expect(moved).toMatchObject({ active: false, health_status: 'auto_disabled' })
})

test('after a rotation both secrets sign for 24 hours', async () => {
  const { api } = await aProject()
  const path = `/rotation-${newId()}`
  const made = await api.post(createWebhook, { url: receiver().url + path, events: ['*'] })
  const rotated = await api.patch(updateWebhook, { id: made.id, rotate_secret: true })
  const [older, newer] = [made.signing_secret, rotated.signing_secret ?? '']
  for (const secret of [older, newer]) recordSecret(secret)
  expect(newer).toMatch(/^whsec_/)
  expect(newer).not.toBe(older)
  const hoursLeft = (Date.parse(rotated.previous_secret_expires_at ?? '') - Date.now()) / 3_600_000
  expect(hoursLeft).toBeCloseTo(24, 1)
  expect(await api.get(getWebhook, { id: made.id })).not.toHaveProperty('signing_secret')
  expect((await api.post(testWebhook, { id: made.id })).ok).toBe(true)
  const [arrival] = receiver().arrivals.filter((one) => one.path === path)
  if (!arrival) throw new Error('Nothing arrived.')
  const { body, headers } = arrival
  for (const kind of ['standard', 'hex'] as const) {
    expect(verify({ body, headers, secret: newer, kind })).toBe(true)
    expect(verify({ body, headers, secret: older, kind })).toBe(true)
    expect(verify({ body, headers, secret: `whsec_${'A'.repeat(43)}=`, kind })).toBe(false)
  }
})

test('409 for a test ping when the secret is unreadable; a rotation fixes it', async () => {
  const { api } = await aProject()
  const { id } = await api.post(createWebhook, { url: receiver().url, events: ['*'] })
  await database()
    .updateTable('webhook_endpoints')
    .set({ secret_key_id: 'a key that is gone' })
    .where('id', '=', id)
    .execute()
  const { status, error } = await api.refused(testWebhook, { id })
  const message = 'The signing secret of this endpoint cannot be read, so nothing can be sent. Rotate the secret.'
  expect([status, error]).toEqual([409, { code: 'conflict', message }])
  const rotated = await api.patch(updateWebhook, { id, rotate_secret: true })
  recordSecret(rotated.signing_secret ?? '')
  expect(rotated.previous_secret_expires_at).toBeNull()
  expect((await api.post(testWebhook, { id })).ok).toBe(true)
})

test('a deleted endpoint is gone, and so is its secret', async () => {
  const { api } = await aProject()
  const { id } = await api.post(createWebhook, { url, events: ['*'] })
  const before = await endpointOf(id)
  expect(await api.delete(deleteWebhook, { id })).toEqual({ ok: true })
  for (const contract of [getWebhook, deleteWebhook, reactivateWebhook, testWebhook, listWebhookDeliveries]) {
    const { status, error } = await api.refused(contract, { id })
    expect([contract.path, status, error.message]).toEqual([contract.path, 404, 'No such webhook endpoint.'])
  }
  expect((await api.get(listWebhooks)).endpoints).toEqual([])
  const after = await endpointOf(id)
  expect(after).toMatchObject({ active: false, previous_secret: null })
  expect(after.secret).not.toEqual(before.secret)
  await sql`update webhook_endpoints set deleted_at = now() - interval '30 days' where id = ${id}`.execute(database())
  await deleteOldDeliveries(database())
  expect(await endpointOf(id)).toMatchObject({ id })
  await sql`update webhook_endpoints set deleted_at = now() - interval '32 days' where id = ${id}`.execute(database())
  await deleteOldDeliveries(database())
  await expect(endpointOf(id)).rejects.toThrow(/no result/i)
})
