import { createServer as createHttp, type Server as HttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callOut, parseJson, type TransportError } from './request'

let http: HttpServer
let rude: Server
let httpUrl: string
let rudeUrl: string

/** A server that reads the request and closes the connection, the worst case for a post. */
beforeAll(async () => {
  http = createHttp((request, response) => {
    const answers: Record<string, () => void> = {
      '/hang': () => {},
      '/drip': () => void response.writeHead(200).write('{"a":'),
      '/endless': () => {
        const chunk = Buffer.alloc(65_536, 'a')
        const write = () => {
          while (!response.destroyed && response.write(chunk));
        }
        response.writeHead(200).on('drain', write)
        write()
      },
      '/redirect': () => void response.writeHead(307, { location: '/json' }).end(),
      '/gzip': () => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1e6))),
      '/half': () => {
        response.writeHead(200, { 'content-length': '100' }).write('{"id":"1')
        setTimeout(() => response.destroy(), 20)
      },
    }
    const answer = answers[request.url ?? '']
    if (answer) return answer()
    response.writeHead(200, { 'x-a': '1' }).end('{"id":"1"}')
  })
  rude = createServer((socket) => socket.once('data', () => socket.destroy()))
  await Promise.all([http, rude].map((server) => new Promise<void>((done) => server.listen(0, '127.0.0.1', done))))
  httpUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  rudeUrl = `http://127.0.0.1:${(rude.address() as AddressInfo).port}`
})
afterAll(() => {
  http.closeAllConnections()
  http.close()
  rude.close()
})

const post = (address: string, more: object = {}) =>
  callOut({ method: 'POST', url: new URL(address), body: '{}', deadlineMs: 400, ...more })
const errorOf = async (call: Promise<unknown>): Promise<TransportError> =>
  call.then(
    () => Promise.reject(new Error('The call was answered.')),
    (error: TransportError) => error,
  )

test('returns status, headers and bytes', async () => {
  const answer = await post(`${httpUrl}/json`)
  expect([answer.status, answer.headers['x-a'], parseJson(answer.bytes)]).toEqual([200, '1', { id: '1' }])
})

test.each([
  ['a refused connection', () => 'http://127.0.0.1:1/', 'ECONNREFUSED'],
  ['a name that does not exist', () => 'http://nowhere.invalid/', 'ENOTFOUND'],
  ['TLS to a plain HTTP server', () => httpUrl.replace('http', 'https'), 'ERR_SSL_WRONG_VERSION_NUMBER'],
])('%s: wasWritten is false', async (_, address, code) => {
  expect(await errorOf(post(address(), { deadlineMs: 5_000 }))).toMatchObject({ wasWritten: false, code })
})

test('cancelled before the start: wasWritten is false', async () => {
  const signal = AbortSignal.abort()
  expect(await errorOf(post(`${httpUrl}/json`, { signal }))).toMatchObject({ wasWritten: false, code: 'cancelled' })
})

test.each([
  ['a closed connection', () => `${rudeUrl}/`, 'UND_ERR_SOCKET'],
  ['no response', () => `${httpUrl}/hang`, 'timeout'],
  ['a response that does not end', () => `${httpUrl}/drip`, 'timeout'],
  ['an incomplete response', () => `${httpUrl}/half`, 'UND_ERR_SOCKET'],
  ['an endless response', () => `${httpUrl}/endless`, 'answer_too_large'],
])('%s: wasWritten is true', async (_, address, code) => {
  expect(await errorOf(post(address()))).toMatchObject({ wasWritten: true, code })
})

test('a deadline in the signal of the caller is a timeout', async () => {
  const signal = AbortSignal.any([new AbortController().signal, AbortSignal.timeout(100)])
  expect(await errorOf(post(`${httpUrl}/hang`, { signal }))).toMatchObject({ wasWritten: true, code: 'timeout' })
})

test('cancelled during the request: wasWritten is true', async () => {
  const controller = new AbortController()
  const call = errorOf(post(`${httpUrl}/hang`, { signal: controller.signal }))
  setTimeout(() => controller.abort(), 100)
  expect(await call).toMatchObject({ wasWritten: true, code: 'cancelled' })
})

test('a keep-alive connection that breaks fails without a retry', async () => {
  const bodies: string[] = []
  const server = createHttp(async (request, response) => {
    for await (const part of request) bodies.push(String(part))
    if (bodies.length === 1) response.end('{}')
    else request.socket.destroy()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  expect((await post(url, { body: 'first' })).status).toBe(200)
  expect(await errorOf(post(url, { body: 'second' }))).toMatchObject({ wasWritten: true })
  expect(bodies).toEqual(['first', 'second'])
  server.close()
})

test('does not follow redirects or decompress', async () => {
  expect((await post(`${httpUrl}/redirect`)).status).toBe(307)
  const { bytes } = await post(`${httpUrl}/gzip`)
  expect(bytes.length).toBeLessThan(10_000)
  expect(parseJson(bytes)).toBeUndefined()
})
