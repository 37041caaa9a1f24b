import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { reloadEnv } from '../env'
import type { Account } from './channel'
import type { ChannelError } from './channel-error'
import { callGhost } from './ghost/client'
import { callX } from './x/client'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

let server: Server
let url: string
let handle: Handler
const seen: string[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(request.headers.authorization ?? '')
    response.sendDate = false
    handle(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  vi.stubEnv('X_API_URL', `${url}/x`)
  reloadEnv()
})
afterEach(() => void seen.splice(0))
afterAll(() => {
  vi.unstubAllEnvs()
  reloadEnv()
  server.close()
})

const call = () => ({ signal: AbortSignal.timeout(2_000) })
const secret = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff'
const site = (): Account => ({
  accountId: 'site',
  accountName: null,
  handle: null,
  credentials: { kind: 'ghost', siteUrl: `${url}/blog/`, adminApiKey: `6489d1b2c3d4e5f60718293a:${secret}` },
})
const tweeter: Account = {
  accountId: '1',
  accountName: null,
  handle: 'a',
  credentials: {
    kind: 'oauth1',
    apiKey: 'api-key-0001',
    apiSecret: 'api-secret-0002',
    accessToken: '1-token-0003',
    accessTokenSecret: 'token-secret-0004',
  },
}

const claims = (authorization: string): { iat: number } =>
  JSON.parse(Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString())
const minutesAhead = (seconds: number): string => Math.abs((seconds * 1_000 - Date.now()) / 60_000).toFixed(0)
const ahead = () => new Date(Date.now() + 600_000)
const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const expired = { errors: [{ message: 'Invalid token: jwt expired', type: 'UnauthorizedError', code: 'INVALID_JWT' }] }

test('Ghost: a call refused for clock skew is signed again with the site’s time', async () => {
  handle = (_, response) =>
    seen.length === 1
      ? json(response, 401, expired, { date: ahead().toUTCString() })
      : json(response, 200, { posts: [] })
  await callGhost(site(), { method: 'GET', path: 'posts/' }, z.unknown(), call())
  expect(seen.map((header) => minutesAhead(claims(header).iat))).toEqual(['0', '10'])
})

test('Ghost: a key refused without clock skew is not retried', async () => {
  handle = (_, response) => json(response, 401, expired, { date: new Date().toUTCString() })
  const failure = callGhost(site(), { method: 'GET', path: 'posts/' }, z.unknown(), call())
  await expect(failure).rejects.toMatchObject({ isAuthDead: true, code: 'INVALID_JWT' })
  expect(seen).toHaveLength(1)
})

test('X: a call refused for clock skew is signed again with a new nonce', async () => {
  const problem = { title: 'Unauthorized', type: 'about:blank', status: 401, detail: 'Unauthorized' }
  handle = (_, response) =>
    seen.length === 1
      ? json(response, 401, problem, { date: ahead().toUTCString() })
      : json(response, 200, { data: { id: '1' } })
  await callX(tweeter, { method: 'GET', path: 'users/me' }, z.unknown(), call())
  const times = seen.map((header) => Number(header.match(/oauth_timestamp="(\d+)"/)?.[1]))
  expect(times.map(minutesAhead)).toEqual(['0', '10'])
  expect(new Set(seen.map((header) => header.match(/oauth_nonce="(\w+)"/)?.[1])).size).toBe(2)
})

test('credentials in a response are redacted', async () => {
  handle = (request, response) => {
    const detail = `You sent ${request.headers.authorization} with ${secret} and ?access_token=abcdefgh`
    json(response, 422, { errors: [{ message: detail, context: detail, type: 'ValidationError' }] })
  }
  const request = { method: 'POST', path: 'posts/', json: {}, makesPublic: true } as const
  const failure = (await callGhost(site(), request, z.unknown(), call()).catch((error) => error)) as ChannelError
  expect(failure.outcome).toBe('refused')
  const recorded = JSON.stringify([failure.message, failure.answer, String(failure.cause), failure.code, failure.stack])
  for (const part of [secret, seen[0]?.slice('Ghost '.length) ?? 'none', 'abcdefgh'])
    expect(recorded).not.toContain(part)
})

test('an unreadable success response is in doubt; an error inside a 200 is a refusal', async () => {
  const request = { method: 'POST', path: 'tweets', json: { text: 'a' }, makesPublic: true } as const
  const send = () => callX(tweeter, request, z.object({ data: z.object({ id: z.string() }) }), call())
  handle = (_, response) => json(response, 201, { data: { id: 12345 } })
  await expect(send()).rejects.toMatchObject({ outcome: 'unknown', code: 'unreadable_answer' })
  handle = (_, response) => void response.writeHead(201).end('{"data":{"id":"1')
  await expect(send()).rejects.toMatchObject({ outcome: 'unknown', code: 'unreadable_answer' })
  handle = (_, response) => json(response, 200, { errors: [{ code: 187, message: 'Status is a duplicate.' }] })
  await expect(send()).rejects.toMatchObject({ outcome: 'refused', isDuplicate: true })
})

test.each([
  [
    'in time',
    () => AbortSignal.timeout(100),
    'timeout',
    'Ghost did not respond completely in time. It will be retried automatically.',
  ],
  [
    'before the worker is stopped',
    () => {
      const stop = new AbortController()
      handle = () => stop.abort()
      return stop.signal
    },
    'cancelled',
    'Ghost had not responded when the worker was stopped. It will be retried automatically.',
  ],
])('message when a network does not respond %s', async (_, signal, code, message) => {
  handle = () => {}
  const callSignal = signal()
  const request = { method: 'GET', path: 'site/' } as const
  const failure = await callGhost(site(), request, z.unknown(), { signal: callSignal }).catch(
    (error: ChannelError) => error,
  )
  expect(failure).toMatchObject({ code, message })
})
