import { beforeAll, expect, test } from 'vitest'
import { createAsset } from '@/lib/media/contract'
import { aProject } from '@/tests/support/api/api'
import { anImage } from './files'

/** Uploaded files on the running server. */

let bytes: Buffer
let url: string
let drawingUrl: string

beforeAll(async () => {
  const { api } = await aProject()
  bytes = await anImage({ width: 300, height: 300 })
  url = (await api.post(createAsset, { data_base64: bytes.toString('base64') })).file_url
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)" viewBox="0 0 8 8"/>')
  drawingUrl = (await api.post(createAsset, { data_base64: drawing.toString('base64') })).file_url
})
const ask = (headers: Record<string, string> = {}, method = 'GET', of = url) => fetch(of, { method, headers })
const bodyOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

test('is public, with security headers and permanent caching', async () => {
  const answer = await ask()
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(bytes.length),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
    'cache-control': 'public, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
    etag: expect.stringMatching(/^"[\w-]{22}"$/),
  })
  expect((await bodyOf(answer)).equals(bytes)).toBe(true)
})

test('HEAD has the same headers and no body', async () => {
  const [got, head] = [await ask(), await ask({}, 'HEAD')]
  await bodyOf(got)
  const headersOf = ({ headers }: Response) =>
    Object.fromEntries([...headers].filter(([name]) => !/^(date|connection|keep-alive)$/.test(name)))
  expect([head.status, headersOf(head), (await bodyOf(head)).length]).toEqual([200, headersOf(got), 0])
})

test('supports ranges', async () => {
  const answer = await ask({ range: 'bytes=100-199' })
  expect([answer.status, answer.headers.get('content-range'), answer.headers.get('content-length')]).toEqual([
    206,
    `bytes 100-199/${bytes.length}`,
    '100',
  ])
  expect((await bodyOf(answer)).equals(bytes.subarray(100, 200))).toBe(true)
  const beyond = await ask({ range: `bytes=${bytes.length}-` })
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`])
})

test('304 for a known ETag', async () => {
  const etag = (await ask({}, 'HEAD')).headers.get('etag') ?? ''
  const known = await ask({ 'if-none-match': etag })
  expect([known.status, (await bodyOf(known)).length, known.headers.get('x-content-type-options')]).toEqual([
    304,
    0,
    'nosniff',
  ])
  expect((await ask({ 'if-none-match': '"other"' })).status).toBe(200)
  const part = { range: 'bytes=0-9' }
  expect((await ask({ ...part, 'if-range': etag })).status).toBe(206)
  expect((await ask({ ...part, 'if-range': '"other"' })).status).toBe(200)
})

test('its path has 128 random bits, and similar paths do not exist', async () => {
  const { pathname } = new URL(url)
  expect(pathname).toMatch(/^\/media\/[0-9a-f-]{36}\/[\w-]{22}\.png$/)
  for (const other of [
    pathname.replace(/[\w-]{3}\.png$/, 'zzz.png'),
    `${pathname}/..`,
    pathname.replace('.png', '.svg'),
  ]) {
    const answer = await ask({}, 'GET', new URL(other, url).href)
    expect([other, answer.status]).toEqual([other, 404])
    await bodyOf(answer)
  }
})

test('an SVG is sandboxed and has no scripts', async () => {
  const answer = await ask({}, 'GET', drawingUrl)
  expect([answer.headers.get('content-type'), answer.headers.get('content-security-policy')]).toEqual([
    'image/svg+xml',
    expect.stringMatching(/^default-src 'none';.*; sandbox$/),
  ])
  expect(await answer.text()).not.toContain('alert')
})
