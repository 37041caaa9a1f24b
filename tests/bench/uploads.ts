import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import sharp from 'sharp'
import { request } from 'undici'
import { closeDatabase } from '@/lib/db/pool'
import { reloadEnv } from '@/lib/env'
import { ensureBuilt } from '@/scripts/support/build'
import { aCaller, type Caller } from '../support/faults'
import { productEnv, type Server, startDatabase, startSandboxProcess, startServer } from '../support/product'
import { report } from './report'

const files = 50
const fileBytes = 10_000_000

/** 50 uploads of 10 MB at once, beside a plain copy of the same files to the same disk, and the memory they take. */
export async function benchUploads(): Promise<void> {
  const databaseServer = await startDatabase()
  const sandbox = await startSandboxProcess()
  const env = productEnv(databaseServer.url, sandbox.url)
  Object.assign(process.env, env, { LOG_LEVEL: 'silent', DATABASE_POOL_MAX: '5' })
  reloadEnv()
  await ensureBuilt(() => {})
  const folder = await mkdtemp(join(process.cwd(), '.test', 'bench-uploads-'))
  const copied = await copyAll(folder, await makeFilms(folder))
  const bare = await bareCeiling(await makeFilms(folder))
  report('50 films of 10 MB at once to a server that keeps none', `${bare.toFixed(0)} MB/s`)
  for (const [what, make] of [
    ['films', makeFilms],
    ['photos', makePhotos],
  ] as const) {
    const paths = await make(folder)
    for (const [way, upload] of [
      ['presigned', sendPresigned],
      ['multipart', sendMultipart],
    ] as const) {
      // A server of its own for each: what memory it took at most is known for its whole life alone.
      const server = await startServer(env)
      const caller = await aCaller(`uploads-${what}-${way}`)
      // The first upload of a server's life loads what reads pictures and films.
      const earlier = await aCaller(`earlier-${what}-${way}`)
      for (const path of paths.slice(0, 5)) await upload(server, earlier, path)
      const restKb = await peakKb(server)
      const rate = await throughput(paths, (path) => upload(server, caller, path))
      const share = `${Math.round((rate / copied) * 100)} % (target 50)`
      report(`50 ${what} of 10 MB at once, ${way}`, `${rate.toFixed(0)} MB/s`, `copy ${copied.toFixed(0)} MB/s`, share)
      report(
        '',
        `${Math.round((await peakKb(server)) / 1024)} MB`,
        `at rest ${Math.round(restKb / 1024)} MB`,
        'server’s peak (target 700)',
      )
      await server.stop()
    }
  }
  await rm(folder, { recursive: true, force: true })
  await closeDatabase()
  await sandbox.stop()
  await databaseServer.stop()
}

/** Films that differ: the same index, and noise in a box that players skip (ISO/IEC 14496-12, section 8.1.2). */
async function makeFilms(folder: string): Promise<string[]> {
  const film = await readFile('lib/sandbox/films/wide.mp4')
  return Promise.all(
    Array.from({ length: files }, async (_, index) => {
      const size = fileBytes - film.length
      const head = Buffer.alloc(8)
      head.writeUInt32BE(size)
      head.write('free', 4, 'latin1')
      const path = join(folder, `film-${randomBytes(4).toString('hex')}-${index}.mp4`)
      await writeFile(path, Buffer.concat([film, head, randomBytes(size - 8)]))
      return path
    }),
  )
}

/** Photos of noise, about 10 MB each; one is drawn, and each has bytes of its own behind its end. */
async function makePhotos(folder: string): Promise<string[]> {
  const side = 3_360
  const noise = { raw: { width: side, height: side, channels: 3 as const } }
  const photo = await sharp(randomBytes(side * side * 3), noise)
    .jpeg({ quality: 92 })
    .toBuffer()
  return Promise.all(
    Array.from({ length: files }, async (_, index) => {
      const path = join(folder, `photo-${index}.jpg`)
      await writeFile(path, Buffer.concat([photo, randomBytes(16)]))
      return path
    }),
  )
}

/** What the client and plain HTTP of this machine come to when nobody writes anything down. */
async function bareCeiling(paths: string[]): Promise<number> {
  const server = createServer((incoming, outgoing) =>
    incoming.resume().once('end', () => outgoing.writeHead(201).end()),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const rate = await throughput(paths, (path) =>
    send('PUT', url, {}, createReadStream(path, { highWaterMark: pieceBytes })),
  )
  server.close()
  return rate
}

async function copyAll(folder: string, paths: string[]): Promise<number> {
  return throughput(paths, async (path) => {
    const copy = join(folder, `copy-${randomBytes(8).toString('hex')}`)
    await pipeline(createReadStream(path), createWriteStream(copy))
    // Ours are on the disk as well when they are acknowledged.
    const file = await open(copy, 'r+')
    await file.sync()
    await file.close()
  })
}

/** MB per second of all of them at once. */
async function throughput(paths: string[], send: (path: string) => Promise<void>): Promise<number> {
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size))
  const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 1_000_000
  const startedMs = performance.now()
  await Promise.all(paths.map(send))
  return megabytes / ((performance.now() - startedMs) / 1_000)
}

const bearer = ({ token }: Caller) => ({ authorization: `Bearer ${token}` })
const typeOf = (path: string): string => (path.endsWith('.mp4') ? 'video/mp4' : 'image/jpeg')
const pieceBytes = 262_144

/** Not by `fetch`: its streams take the processor longer than the server does, and both have the same two cores. */
async function send(method: 'PUT' | 'POST', url: string, headers: Record<string, string>, body: Readable) {
  const answer = await request(url, { method, headers, body })
  const text = await answer.body.text()
  if (answer.statusCode !== 201) throw new Error(`${answer.statusCode} ${text}`)
}

async function sendPresigned(server: Server, caller: Caller, path: string): Promise<void> {
  const asked = await fetch(`${server.url}/api/v1/media/upload-url`, {
    method: 'POST',
    headers: { ...bearer(caller), 'content-type': 'application/json' },
    body: JSON.stringify({ project_id: caller.projectId, filename: path, content_type: typeOf(path) }),
  })
  const { upload_url } = (await asked.json()) as { upload_url: string }
  const { size } = await stat(path)
  const headers = { 'content-type': typeOf(path), 'content-length': String(size) }
  await send('PUT', upload_url, headers, createReadStream(path, { highWaterMark: pieceBytes }))
}

async function sendMultipart(server: Server, caller: Caller, path: string): Promise<void> {
  const boundary = randomBytes(16).toString('hex')
  const field = (about: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; ${about}\r\n${value}`
  const head = `${field('name="projectId"', `\r\n${caller.projectId}\r\n`)}${field(
    'name="file"; filename="bench"',
    `content-type: ${typeOf(path)}\r\n\r\n`,
  )}`
  async function* form() {
    yield Buffer.from(head)
    yield* createReadStream(path, { highWaterMark: pieceBytes })
    yield Buffer.from(`\r\n--${boundary}--\r\n`)
  }
  const headers = { ...bearer(caller), 'content-type': `multipart/form-data; boundary=${boundary}` }
  await send('POST', `${server.url}/api/v1/media`, headers, Readable.from(form()))
}

/** The most memory that the process has had resident, as Linux tells it. */
async function peakKb({ child }: Server): Promise<number> {
  const status = await readFile(`/proc/${child.process.pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0)
}
