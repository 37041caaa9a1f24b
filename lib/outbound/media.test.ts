import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { reloadEnv } from '../env'
import { fetchMedia, type MediaFault } from './media'

let server: Server
let url: string
const answers: Record<string, { status?: number; body?: Buffer | string; headers?: Record<string, string> }> = {}

beforeAll(async () => {
  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#c96' } })
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><script>alert(1)</script></svg>'
  Object.assign(answers, {
    '/a.jpg': { body: await picture.clone().jpeg().toBuffer() },
    '/a.png': { body: await picture.clone().png().toBuffer(), headers: { 'content-type': 'text/html' } },
    '/liar.jpg': { body: '<!doctype html><p>no picture', headers: { 'content-type': 'image/jpeg' } },
    '/drawing.svg': { body: svg },
    '/film.mp4': { body: Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0', 'latin1') },
    '/film.mov': { body: Buffer.from('\0\0\0\x14ftypqt  \0\0\0\0', 'latin1') },
    '/empty': { body: '' },
    '/big': { body: Buffer.alloc(5_000) },
    '/moved': { status: 302, headers: { location: '/a.jpg' } },
    '/busy': { status: 503 },
    '/gone': { status: 404 },
  })
  server = createServer((request, response) => {
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
  ['/film.mp4', 'video/mp4', null],
  ['/film.mov', 'video/quicktime', null],
])('%s is %s, whatever its server says', async (path, mimeType, width) => {
  expect(await fetchMedia(url + path, { maxBytes: 100_000 })).toMatchObject({ mimeType, width })
})

test.each([
  ['/liar.jpg', 'not_media', false],
  ['/drawing.svg', 'not_media', false],
  ['/empty', 'not_media', false],
  ['/big', 'too_large', false],
  ['/moved', 'missing', false],
  ['/gone', 'missing', false],
  ['/busy', 'unreachable', true],
])('%s: %s', async (path, kind, isPassing) => {
  const address = `${url}${path}?signature=very-secret`
  const fault = (await fetchMedia(address, { maxBytes: 2_000 }).catch((error) => error)) as MediaFault
  expect(fault).toMatchObject({ kind, isPassing })
  expect(fault.message).not.toContain('very-secret')
})
