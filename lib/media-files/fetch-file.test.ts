import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { reloadEnv } from '@/lib/env'
import { bytesOfFile, fetchFile, streamFile } from '@/lib/media-files/fetch-file'
import type { MediaError } from '@/lib/outbound/media'

let server: Server
let url: string
const requests: string[] = []
const answers: Record<string, { status?: number; body?: Buffer | string; headers?: Record<string, string> }> = {}

beforeAll(async () => {
  const image = sharp({ create: { width: 40, height: 30, channels: 3, background: '#c96' } })
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><script>alert(1)</script></svg>'
  Object.assign(answers, {
    '/a.jpg': { body: await image.clone().jpeg().toBuffer() },
    '/a.png': { body: await image.clone().png().toBuffer(), headers: { 'content-type': 'text/html' } },
    '/liar.jpg': { body: '<!doctype html><p>no image', headers: { 'content-type': 'image/jpeg' } },
    '/image.svg': { body: svg },
    '/video.mp4': { body: await readFile(new URL('../../sandbox/samples/wide.mp4', import.meta.url)) },
    '/broken.mov': { body: Buffer.from('\0\0\0\x14ftypqt  \0\0\0\0', 'latin1') },
    '/empty': { body: '' },
    '/big': { body: await image.clone().resize(400, 300).png({ compressionLevel: 0 }).toBuffer() },
    '/moved': { status: 302, headers: { location: '/a.jpg' } },
    '/busy': { status: 503 },
    '/gone': { status: 404 },
  })
  server = createServer((request, response) => {
    requests.push(request.url ?? '')
    const { status = 200, headers = {}, body = '' } = answers[request.url?.replace(/\?.*/, '') ?? ''] ?? { status: 404 }
    response.writeHead(status, headers).end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  vi.stubEnv('ALLOW_PRIVATE_NETWORK', '1')
  reloadEnv()
})
afterAll(() => {
  vi.unstubAllEnvs()
  reloadEnv()
  server.close()
})

test.each([
  ['/a.jpg', 'image/jpeg', 40],
  ['/a.png', 'image/png', 40],
  ['/video.mp4', 'video/mp4', 1280],
])('%s is %s, whatever the Content-Type', async (path, mime, width) => {
  expect(await fetchFile(url + path, { maxBytes: 200_000 })).toMatchObject({ facts: { mime, width } })
})

test('concurrent and later calls share one download', async () => {
  const address = `${url}/a.jpg?once`
  const files = await Promise.all([1, 2, 3].map(() => fetchFile(address)))
  files.push(await fetchFile(address))
  expect(new Set(files.map(({ path }) => path)).size).toBe(1)
  expect(requests.filter((path) => path === '/a.jpg?once')).toHaveLength(1)
})

test('reads a file whole and in ranges', async () => {
  const file = await fetchFile(`${url}/video.mp4`)
  const whole = await bytesOfFile(file)
  expect(whole.equals(answers['/video.mp4']?.body as Buffer)).toBe(true)
  expect((await buffer(streamFile(file, { start: 100, end: 199 }))).equals(whole.subarray(100, 200))).toBe(true)
})

test('an aborted caller fails, and the download continues for others', async () => {
  const error = (await fetchFile(`${url}/a.png?slow`, { signal: AbortSignal.abort() }).catch(
    (error) => error,
  )) as MediaError
  expect(error).toMatchObject({ kind: 'unreachable', isPassing: true })
  expect(await fetchFile(`${url}/a.png?slow`)).toMatchObject({ facts: { mime: 'image/png' } })
  expect(requests.filter((path) => path === '/a.png?slow')).toHaveLength(1)
})

test('detects an SVG', async () => {
  expect(await fetchFile(`${url}/image.svg`)).toMatchObject({ facts: { mime: 'image/svg+xml' } })
})

test.each([
  ['/liar.jpg', 'not_media', false],
  ['/empty', 'not_media', false],
  ['/broken.mov', 'not_media', false],
  ['/big', 'too_large', false],
  ['/moved', 'missing', false],
  ['/gone', 'missing', false],
  ['/busy', 'unreachable', true],
])('%s: %s', async (path, kind, isPassing) => {
  const address = `${url}${path}?signature=very-secret`
  const error = (await fetchFile(address, { maxBytes: 2_000 }).catch((error) => error)) as MediaError
  expect(error).toMatchObject({ kind, isPassing })
  expect(error.message).not.toContain('very-secret')
})
