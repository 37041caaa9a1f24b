import { Readable } from 'node:stream'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '../ids'
import { pathFor } from '../storage/path'
import { storage } from '../storage/storage'
import { serveFile } from './serve'

const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 251))
let path: string
beforeAll(async () => {
  path = pathFor(newId(), 'image/svg+xml')
  await storage().put(path, Readable.from([bytes]), 'image/svg+xml')
})

const ask = (headers: Record<string, string> = {}, method = 'GET') =>
  serveFile(new Request('http://localhost/media/x', { method, headers }), path)
const bodyOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

test('serves the whole file with type, security headers and caching', async () => {
  const answer = await ask()
  expect(answer.status).toBe(200)
  expect((await bodyOf(answer)).equals(bytes)).toBe(true)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-length': '1000',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
    'cache-control': 'public, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
  })
})

test.each([
  ['bytes=0-99', 206, 'bytes 0-99/1000', 0, 100],
  ['bytes=990-', 206, 'bytes 990-999/1000', 990, 1000],
  ['bytes=-10', 206, 'bytes 990-999/1000', 990, 1000],
  ['bytes=500-99999', 206, 'bytes 500-999/1000', 500, 1000],
  ['bytes=0-1,5-6', 200, null, 0, 1000],
  ['bytes=9-5', 200, null, 0, 1000],
  ['bytes=-', 200, null, 0, 1000],
  ['lines=1-2', 200, null, 0, 1000],
])('%s', async (range, status, contentRange, start, end) => {
  const answer = await ask({ range })
  expect([answer.status, answer.headers.get('content-range')]).toEqual([status, contentRange])
  expect(answer.headers.get('content-length')).toBe(String(end - start))
  expect((await bodyOf(answer)).equals(bytes.subarray(start, end))).toBe(true)
})

test.each(['bytes=1000-', 'bytes=5000-6000', 'bytes=-0'])('416 for %s', async (range) => {
  const answer = await ask({ range })
  expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */1000'])
})

test('supports If-None-Match and If-Range', async () => {
  const etag = (await ask()).headers.get('etag') ?? ''
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
    expect([known, (await ask({ 'if-none-match': known })).status]).toEqual([known, 304])
  expect((await ask({ 'if-none-match': '"other"' })).status).toBe(200)
  expect((await ask({ range: 'bytes=0-9', 'if-range': etag })).status).toBe(206)
  expect((await ask({ range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200)
})

test('HEAD has no body', async () => {
  const answer = await ask({}, 'HEAD')
  expect([answer.status, answer.headers.get('content-length'), (await bodyOf(answer)).length]).toEqual([200, '1000', 0])
})

test('404 for unknown and invalid paths', async () => {
  for (const other of ['x', '../keys', `${path}/..`, path.replace(/.{3}\.svg/, 'zzz.svg')])
    expect([other, (await serveFile(new Request('http://localhost/'), other)).status]).toEqual([other, 404])
})
