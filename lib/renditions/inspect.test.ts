import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fetchFile } from '@/lib/media-files/fetch-file'
import { deadlineIn } from '../deadline'
import { reloadEnv } from '../env'
import { inspectFile } from './inspect'

let server: Server
let url: string
let bytesSent = 0
const files: Record<string, Buffer> = {}

/** Noise does not compress, so the file is larger than the part that is read. */
const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })

/** A video with 2 MB before its index. */
async function videoWithLateIndex(): Promise<Buffer> {
  const video = await readFile(new URL('../../sandbox/samples/wide.mp4', import.meta.url))
  const end = video.readUInt32BE(0)
  const padding = Buffer.alloc(2_000_000)
  padding.writeUInt32BE(padding.length, 0)
  padding.write('free', 4, 'latin1')
  return Buffer.concat([video.subarray(0, end), padding, video.subarray(end)])
}

beforeAll(async () => {
  const large = noise(800, 600)
  Object.assign(files, {
    '/large.jpg': await large
      .clone()
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .withMetadata({ orientation: 6 })
      .toBuffer(),
    '/large.png': await large.clone().png().toBuffer(),
    '/large.webp': await large.clone().webp({ lossless: true }).toBuffer(),
    '/late-index.mp4': await videoWithLateIndex(),
    '/small.jpg': await noise(40, 30).jpeg().toBuffer(),
    '/animation.gif': await sharp(await Promise.all([1, 2, 3].map(() => noise(400, 400).gif().toBuffer())), {
      join: { animated: true },
    })
      .gif()
      .toBuffer(),
    '/text.jpg': Buffer.from('<!doctype html><p>not an image'),
  })
  server = createServer((request, response) => {
    const file = files[request.url ?? '']
    if (!file) return void response.writeHead(404).end()
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const part = start ? file.subarray(Number(start), Number(end) + 1) : file
    bytesSent += part.length
    response.writeHead(start ? 206 : 200, {
      'content-length': part.length,
      ...(start ? { 'content-range': `bytes ${start}-${Number(start) + part.length - 1}/${file.length}` } : {}),
    })
    response.end(part)
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

test.each(['/large.jpg', '/large.png', '/large.webp', '/late-index.mp4'])(
  'parts of %s return the same facts as the whole file',
  async (path) => {
    bytesSent = 0
    const facts = await inspectFile(url + path, deadlineIn(5_000))
    expect(bytesSent).toBeLessThan((files[path]?.length ?? 0) / 2)
    const { facts: whole } = await fetchFile(url + path)
    expect(facts).toEqual({ ...whole, sha256: '' })
  },
)

test.each(['/small.jpg', '/animation.gif'])('%s is read whole', async (path) => {
  const { facts } = await fetchFile(url + path)
  expect(await inspectFile(url + path, deadlineIn(5_000))).toEqual(facts)
})

test.each([
  ['/text.jpg', 'not_media'],
  ['/none.jpg', 'missing'],
])('%s is a permanent error', async (path, kind) => {
  await expect(inspectFile(url + path, deadlineIn(5_000))).rejects.toMatchObject({ kind, isPassing: false })
})
