import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { encryptSecret, newSecret } from '@/lib/webhooks/signing/secret'
import { aProject } from '@/tests/support/api/api'
import { freePort } from '@/tests/support/processes/free-port'
import { onOwnDatabase } from '@/tests/support/publishing/publishing'
import { type ReceiverBehaviour, startRawReceiver } from '@/tests/support/servers/webhook-receiver'
import {
  appendSome,
  aReceiver,
  attemptsOf,
  deliverAll,
  deliveriesOf,
  insertEndpoint,
} from '@/tests/support/webhooks/webhooks'

onOwnDatabase()
const receiver = aReceiver()

type Expected = { isSuccess: boolean; status?: number; error?: RegExp; body?: RegExp; isCut?: boolean }

/** Behaviors of a receiver and the recorded attempt. Run concurrently, because three of them take ten seconds. */
const behaviors: Record<string, { manner: ReceiverBehaviour; expected: Expected }> = {
  'answers 200': {
    manner: { kind: 'status', status: 200, body: 'thanks' },
    expected: { isSuccess: true, body: /^thanks$/ },
  },
  'answers 299': { manner: { kind: 'status', status: 299 }, expected: { isSuccess: true, status: 299 } },
  'answers 301': {
    manner: { kind: 'status', status: 301, headers: { location: '/elsewhere' } },
    expected: { isSuccess: false, status: 301, error: /Redirects are not followed/ },
  },
  'answers 307': {
    manner: { kind: 'status', status: 307, headers: { location: '/elsewhere' } },
    expected: { isSuccess: false, status: 307, error: /Redirects are not followed/ },
  },
  'answers 304': {
    manner: { kind: 'status', status: 304 },
    expected: { isSuccess: false, status: 304, error: /responded with 304\. Respond/ },
  },
  'answers 404': {
    manner: { kind: 'status', status: 404 },
    expected: { isSuccess: false, status: 404, error: /responded with 404/ },
  },
  'answers 500': {
    manner: { kind: 'status', status: 500 },
    expected: { isSuccess: false, status: 500, error: /responded with 500/ },
  },
  'answers in time': { manner: { kind: 'slow', ms: 6_000 }, expected: { isSuccess: true, status: 200 } },
  'answers too late': {
    manner: { kind: 'slow', ms: 12_000 },
    expected: { isSuccess: false, error: /within 10 seconds/ },
  },
  'never answers': { manner: { kind: 'hang' }, expected: { isSuccess: false, error: /within 10 seconds/ } },
  'sends an endless slow body': {
    manner: { kind: 'endless', pauseMs: 200 },
    expected: { isSuccess: false, error: /within 10 seconds/ },
  },
  'sends an endless fast body': {
    manner: { kind: 'endless', pauseMs: 0 },
    expected: { isSuccess: true, status: 200, body: /^x{65536}$/, isCut: true },
  },
  'closes the connection': {
    manner: { kind: 'close' },
    expected: { isSuccess: false, error: /closed the connection/ },
  },
  'closes the connection mid-response': {
    manner: { kind: 'short' },
    expected: { isSuccess: false, error: /closed the connection/ },
  },
  'answers with text that cannot be stored': {
    manner: { kind: 'status', status: 200, body: Buffer.from([0x61, 0x00, 0xff, 0xfe, 0x62]) },
    expected: { isSuccess: true, body: /^a\ufffd\ufffd\ufffdb$/ },
  },
}

const stops: (() => unknown)[] = []
/** URLs without a working HTTP server. */
const addresses: Record<string, { url: string; expected: Expected }> = {}

beforeAll(async () => {
  addresses['closed port'] = {
    url: `http://127.0.0.1:${await freePort()}/`,
    expected: { isSuccess: false, error: /refused the connection/ },
  }
  addresses['no such name'] = {
    url: 'http://unknown.invalid/',
    expected: { isSuccess: false, error: /host name/ },
  }
  const pem = readFileSync('tests/support/servers/self-signed.pem')
  const secure = createServer({ key: pem, cert: pem }, (_, response) => response.end()).listen(0, '127.0.0.1')
  await once(secure, 'listening')
  stops.push(() => secure.close())
  addresses['a self-signed certificate'] = {
    url: `https://127.0.0.1:${(secure.address() as AddressInfo).port}/`,
    expected: { isSuccess: false, error: /self-signed/ },
  }
  const garbage = await startRawReceiver((socket) => socket.end('\x16\x03 this is no HTTP\r\n\r\n'))
  const reset = await startRawReceiver((socket) => socket.resetAndDestroy())
  stops.push(garbage.stop, reset.stop)
  addresses['speaks no HTTP'] = {
    url: `${garbage.url}/`,
    expected: { isSuccess: false, error: /invalid HTTP response/ },
  }
  addresses['no TLS where it should be'] = {
    url: `${garbage.url.replace('http', 'https')}/`,
    expected: { isSuccess: false, error: /TLS handshake/ },
  }
  addresses['resets the connection'] = {
    url: `${reset.url}/`,
    expected: { isSuccess: false, error: /closed the connection/ },
  }
})
afterAll(() => Promise.all(stops.map((stop) => stop())))

test('every behavior ends in time with the right result, and delays no other endpoint', async () => {
  const cases = { ...addresses }
  for (const [name, { manner, expected }] of Object.entries(behaviors)) {
    const path = `/${name.replaceAll(' ', '-')}`
    receiver().answer(path, manner)
    cases[name] = { url: receiver().url + path, expected }
  }
  const project = await aProject()
  const endpoints: { name: string; id: string; expected: Expected }[] = []
  for (const [name, { url, expected }] of Object.entries(cases))
    endpoints.push({ name, expected, id: (await insertEndpoint({ project, url })).id })
  await appendSome(project.projectId)
  const startedMs = performance.now()
  await deliverAll()
  expect(performance.now() - startedMs).toBeLessThan(20_000)

  for (const { name, id, expected } of endpoints) {
    const [delivery, ...more] = await deliveriesOf(id)
    expect(more).toEqual([])
    const [attempt, ...others] = await attemptsOf(delivery?.id ?? '')
    expect(others).toEqual([])
    const { isSuccess, status, error, body, isCut = false } = expected
    expect(delivery, name).toMatchObject({ status: isSuccess ? 'succeeded' : 'failed', attempt_count: 1 })
    expect(attempt, name).toMatchObject({ number: 1, is_response_cut: isCut })
    expect(attempt?.duration_ms, name).toBeLessThan(11_000)
    if (status !== undefined) expect(attempt?.status_code, name).toBe(status)
    if (body) expect(attempt?.response_body, name).toMatch(body)
    if (error) expect(attempt?.error, name).toMatch(error)
    else expect(attempt?.error, name).toBeNull()
    expect(delivery?.last_error).toBe(attempt?.error)
  }
  expect(receiver().arrivals.filter(({ path }) => path === '/elsewhere')).toEqual([])
}, 90_000)

test.each(['plain', 'escaped'])('removes repeated signatures from stored responses (%s)', async (form) => {
  const project = await aProject()
  const endpoint = await insertEndpoint({ project, url: `${receiver().url}/echo-${form}` })
  const old = encryptSecret(endpoint.id, newSecret())
  await database()
    .updateTable('webhook_endpoints')
    .set({
      previous_secret: old.secret,
      previous_secret_key_id: old.secret_key_id,
      previous_secret_until: new Date(Date.now() + 3_600_000),
    })
    .where('id', '=', endpoint.id)
    .execute()
  receiver().answer(endpoint.path, { kind: 'echo', escapesSlashes: form === 'escaped' })
  // With several events, some signature contains a slash.
  await appendSome(project.projectId, 8)
  await deliverAll()
  const deliveries = await deliveriesOf(endpoint.id)
  expect(deliveries.length).toBe(8)
  for (const { id } of deliveries) {
    const [attempt] = await attemptsOf(id)
    expect(JSON.parse(attempt?.response_body ?? '')).toMatchObject({
      'x-svc-event': 'story.published',
      'x-svc-signature': '[removed]',
      'x-svc-signature-previous': '[removed]',
      'webhook-signature': 'v1,[removed] v1,[removed]',
    })
  }
})
