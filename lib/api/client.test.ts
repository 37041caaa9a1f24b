import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type ApiError, createClient, splitInput } from './client'
import { aliased, contract, idParams } from './contract'
import { operationOf } from './operation'

const id = '01890a5d-ac96-774b-bcce-b302099a8057'

const readContract = contract({
  method: 'GET',
  path: '/api/v1/things/:id',
  tag: 'Things',
  summary: 'Read',
  scope: 'any',
  params: idParams,
  query: aliased({ status: z.string().optional(), limit: z.number().optional() }, {}),
  answers: { 200: z.strictObject({ ok: z.boolean() }) },
})
const read = operationOf(readContract)
const change = operationOf(
  contract({
    ...readContract,
    method: 'POST',
    query: z.strictObject({ dry: z.boolean().optional() }),
    body: z.strictObject({ name: z.string().optional(), tags: z.array(z.string()).optional() }),
    isBodyOptional: true,
  }),
)

test('members go to path, query or body by contract', () => {
  expect(splitInput(read, { id, status: ['a', 'b'], limit: 5, cursor: undefined })).toEqual({
    path: `/api/v1/things/${id}`,
    query: '?status=a%2Cb&limit=5',
    body: undefined,
  })
  expect(splitInput(change, { id: 'a/b', dry: true, name: 'n', tags: ['t'] })).toEqual({
    path: '/api/v1/things/a%2Fb',
    query: '?dry=true',
    body: { name: 'n', tags: ['t'] },
  })
  expect(splitInput(change, { id }).body).toBeUndefined()
})

let server: Server | undefined
afterEach(() => void server?.close())

async function answering(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  server = createServer(answer)
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The error that a call throws. */
const failureOf = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => Promise.reject(new Error('was not refused')),
    (error: ApiError) => error,
  )

test('sends token, idempotency key and body', async () => {
  const seen: unknown[] = []
  const baseUrl = await answering(async (request, response) => {
    const { authorization, 'idempotency-key': key, 'content-type': type } = request.headers
    const body = (await request.toArray()).join('')
    seen.push({ method: request.method, url: request.url, authorization, key, type, body })
    response.end('{"ok":true}')
  })
  const client = createClient({ baseUrl, token: 'svc_pat_x' })
  expect(await client.call(change, { id, name: 'n' }, { idempotencyKey: 'k' })).toEqual({ ok: true })
  expect(seen).toEqual([
    {
      method: 'POST',
      url: `/api/v1/things/${id}`,
      authorization: 'Bearer svc_pat_x',
      key: 'k',
      type: 'application/json',
      body: '{"name":"n"}',
    },
  ])
})

test('throws an error response with all details', async () => {
  const issues = [{ path: 'name', code: 'taken', message: 'is taken' }]
  const baseUrl = await answering((_, response) => {
    response.writeHead(400, { 'x-request-id': 'r-1' })
    response.end(JSON.stringify({ error: { code: 'validation_error', message: 'No.', issues, lint: { ok: false } } }))
  })
  expect(await failureOf(createClient({ baseUrl }).call(read, { id }))).toMatchObject({
    status: 400,
    code: 'validation_error',
    message: 'No.',
    issues,
    requestId: 'r-1',
    extra: { lint: { ok: false } },
  })
})

test('unreadable and missing responses have own messages', async () => {
  const baseUrl = await answering((_, response) => {
    response.writeHead(502, { 'content-type': 'text/html' })
    response.end('<h1>Bad gateway</h1>')
  })
  const client = createClient({ baseUrl })
  expect(await failureOf(client.call(read, { id }))).toMatchObject({ status: 502, code: 'internal_error', issues: [] })
  server?.close()
  server?.closeAllConnections()
  expect(await failureOf(client.call(read, { id }))).toMatchObject({ status: 0, code: 'network_error' })
})

test('an aborted call throws fetch’s error', async () => {
  const baseUrl = await answering(() => {})
  const stop = new AbortController()
  const call = failureOf(createClient({ baseUrl }).call(read, { id }, { signal: stop.signal }))
  stop.abort()
  expect((await call).name).toBe('AbortError')
  server?.closeAllConnections()
})
